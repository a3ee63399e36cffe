'use strict';

const { expect } = require('chai');
const { collectedMean } = require('#lib/core/estimate/summary');
const { withInterrupted } = require('#lib/core/estimate/rounds');
const { mean, meanWithInterval, variance } = require('#lib/base/stats/sample');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { range: times } = require('../helpers/numbers');

const BYTES = 32;
const free = { calls: 100, heapBytes: 100 * BYTES };
const collected = { calls: 100, heapBytes: -5000 };
const same = (n, one) => times(n, () => one);

describe('the mean of rounds with collections', () => {
  // Each fifth round holds one, and takes 300 ns per call instead of 100.
  const used = times(50, (i) => (i % 5 === 2 ? collected : free));
  const nets = used.map((one, i) => (one === collected ? 300 : 100) + i % 3);
  const plain = meanWithInterval(nets);
  const netsOf = (kind) => nets.filter((_, i) => used[i] === kind);

  it('is the plain mean if no round was interrupted, or if only rounds of one kind are left', () => {
    expect(collectedMean(nets, used, used, BYTES)).to.deep.equal(plain);
    const all = [...used, collected];
    for (const one of [free, collected]) expect(collectedMean(nets, same(50, one), all, BYTES)).to.deep.equal(plain);
    expect(collectedMean([100], [free], all, BYTES)).to.deep.equal({ centre: 100, low: null, high: null });
  });

  it('is all time over all calls, and its interval moves with it', () => {
    // Each tenth round has half of the calls.
    const rounds = used.map((one, i) => (i % 10 === 2 ? { ...one, calls: 50 } : one));
    const calls = rounds.reduce((sum, one) => sum + one.calls, 0);
    const centre = rounds.reduce((sum, one, i) => sum + nets[i] * one.calls, 0) / calls;
    const moved = centre - plain.centre;
    expect(moved).to.be.below(-8);
    const found = collectedMean(nets, rounds, rounds, BYTES);
    expect(found.centre).to.be.closeTo(centre, 1e-9);
    expect(found.low).to.be.closeTo(plain.low + moved, 1e-9);
    expect(found.high).to.be.closeTo(plain.high + moved, 1e-9);
  });

  it('weighs rounds with a collection by their share of all rounds', () => {
    // Ten interrupted ones, all with a collection: 20 of 60, not 10 of 50
    const { centre, low, high } = collectedMean(nets, used, [...used, ...same(10, collected)], BYTES);
    expect(centre).to.be.closeTo(2 / 3 * mean(netsOf(free)) + 1 / 3 * mean(netsOf(collected)), 1e-9);
    expect((low + high) / 2).to.be.closeTo(centre, 1e-9);
    // The error of the difference of the two means, for the missing share, widens the interval.
    const errorOf = (kind) => variance(netsOf(kind)) / netsOf(kind).length;
    const more = (20 / 60 - 10 / 50) * 1.959963984540054 * Math.sqrt(errorOf(free) + errorOf(collected));
    expect((high - low) / 2).to.be.closeTo(Math.hypot((plain.high - plain.low) / 2, more), 1e-9);
    expect(collectedMean(nets, used, [...used, ...same(50, free)], BYTES).centre)
      .to.be.closeTo(0.9 * mean(netsOf(free)) + 0.1 * mean(netsOf(collected)), 1e-9);
  });

  it('detects a collection if less than half of the allocated bytes are left', () => {
    const all = (heapBytes) => [...used, ...same(10, { calls: 100, heapBytes })];
    expect(collectedMean(nets, used, all(49 * BYTES), BYTES).centre).to.be.above(plain.centre);
    expect(collectedMean(nets, used, all(50 * BYTES), BYTES).centre).to.be.below(plain.centre);
  });

  it('adds interrupted rounds as long as the shortest used round, of the same phase', () => {
    const round = (calls, phase = 'counted') => ({ calls, phase });
    const rounds = [round(1), round(10), round(50), round(100), round(49), round(50), round(100)];
    const kept = [rounds[2], rounds[3]];
    const disturbed = [false, true, false, false, true, true, true];
    expect(withInterrupted({ used: kept, disturbed }, rounds, { count: 1000 }))
      .to.deep.equal([...kept, rounds[5], rounds[6]]);
    const measured = [round(50, 'warm-up'), round(50, 'measured'), round(50, 'measured')];
    expect(withInterrupted({ used: [measured[1]], disturbed: [true, false, true] }, measured, { seconds: 1 }))
      .to.deep.equal([measured[1], measured[2]]);
  });
});

describe('a test that makes garbage, on the fake machine', () => {
  // 32 bytes per call, and a collection for each million of them: 3.2 % of its pause
  const PAUSE = 1e5;
  const truth = 50 + PAUSE * BYTES / 1e6;

  for (const goal of [1e6, 0.1, 0.4]) {
    for (const [name, neighbour] of [['quiet', null], ['half contended', [4e6, 4e6]], ['contended', [4e6, 12e6]]]) {
      it(`is measured within its interval: ${goal}, ${name}`, () => {
        const machine = fakeMachine({ natives: fakeNatives(), pauseNs: PAUSE });
        if (neighbour) machine.neighbour(...neighbour);
        const { nsPerCall, nsLow, nsHigh, statistic } =
          machine.timeit(goal, machine.test(50, { bytes: BYTES }), '/* NOOUTPUT */');
        expect(nsPerCall).to.be.within(0.985 * truth, 1.015 * truth);
        // The interval of a median of equal rounds has almost no width.
        if (statistic === 'mean') expect(truth).to.be.within(nsLow, nsHigh);
      });
    }
  }
});
