'use strict';

const { expect } = require('chai');
const { collectedMean } = require('../../lib/estimate/summary');
const { withInterrupted } = require('../../lib/estimate/rounds');
const { meanWithInterval } = require('../../lib/stats/sample');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const BYTES = 32;
const free = { calls: 100, heapBytes: 100 * BYTES };
const collected = { calls: 100, heapBytes: -5000 };
const times = (n, valueOf) => Array.from({ length: n }, (_, i) => valueOf(i));

describe('the mean of rounds with collections', () => {
  // Each fifth round holds one, and takes 300 ns a call in place of 100
  const used = times(50, (i) => (i % 5 === 2 ? collected : free));
  const nets = used.map((one, i) => (one === collected ? 300 : 100) + i % 3);
  const plain = meanWithInterval(nets);

  it('is the plain one where nothing was interrupted, or only rounds of one kind are left', () => {
    expect(collectedMean(nets, used, used, BYTES)).to.deep.equal(plain);
    const all = [...used, collected];
    for (const one of [free, collected]) {
      expect(collectedMean(nets, times(50, () => one), all, BYTES)).to.deep.equal(plain);
    }
    expect(collectedMean([100], [free], all, BYTES)).to.deep.equal({ centre: 100, low: null, high: null });
  });

  it('is all time over all calls, and its interval moves with it', () => {
    // Each tenth round has half of the calls
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

  it('counts rounds with a collection as often as they come among all', () => {
    // Ten interrupted ones, all with a collection: 20 of 60, and not 10 of 50
    const { centre, low, high } = collectedMean(nets, used, [...used, ...times(10, () => collected)], BYTES);
    const mean = (kind) => {
      const own = nets.filter((_, i) => used[i] === kind); return own.reduce(
        (sum, one) => sum + one, 0) / own.length; };
    expect(centre).to.be.closeTo(2 / 3 * mean(free) + 1 / 3 * mean(collected), 1e-9);
    expect((low + high) / 2).to.be.closeTo(centre, 1e-9);
    // It knows less than where nothing is missing: by the error of the difference of the two means, for what is missing
    const errorOf = (kind) => {
      const own = nets.filter((_, i) => used[i] === kind);
      return own.reduce((sum, one) => sum + (one - mean(kind)) ** 2, 0) / (own.length - 1) / own.length;
    };
    const more = (20 / 60 - 10 / 50) * 1.959963984540054 * Math.sqrt(errorOf(free) + errorOf(collected));
    expect((high - low) / 2).to.be.closeTo(Math.hypot((plain.high - plain.low) / 2, more), 1e-9);
    // and the other way round: fewer of all
    expect(collectedMean(nets, used, [...used, ...times(50, () => free)], BYTES).centre)
      .to.be.closeTo(0.9 * mean(free) + 0.1 * mean(collected), 1e-9);
  });

  it('knows a collection by less than half of what was allocated', () => {
    const all = (heapBytes) => [...used, ...times(10, () => ({ calls: 100, heapBytes }))];
    expect(collectedMean(nets, used, all(49 * BYTES), BYTES).centre).to.be.above(plain.centre);
    expect(collectedMean(nets, used, all(50 * BYTES), BYTES).centre).to.be.below(plain.centre);
  });
});

describe('rounds and those like them that were interrupted', () => {
  const round = (calls, phase = 'counted') => ({ calls, phase });

  it('are as long as the shortest of those used, and of the same part of a run', () => {
    const rounds = [round(1), round(10), round(50), round(100), round(49), round(50), round(100)];
    const used = [rounds[2], rounds[3]];
    const disturbed = [false, true, false, false, true, true, true];
    expect(withInterrupted({ used, disturbed }, rounds, { count: 1000 }))
      .to.deep.equal([...used, rounds[5], rounds[6]]);
    const measured = [round(50, 'warm-up'), round(50, 'measured'), round(50, 'measured')];
    expect(withInterrupted({ used: [measured[1]], disturbed: [true, false, true] }, measured, { seconds: 1 }))
      .to.deep.equal([measured[1], measured[2]]);
  });
});

describe('a test that makes garbage, on paper', () => {
  // 32 bytes a call, and a collection for each million of them: 3.2 % of its pause
  const PAUSE = 1e5;
  const truth = 50 + PAUSE * BYTES / 1e6;
  const measured = (goal, neighbour) => {
    const machine = fakeMachine({ natives: fakeNatives(), pauseNs: PAUSE });
    if (neighbour) machine.neighbour(...neighbour);
    return machine.timeit(goal, machine.test(50, { bytes: BYTES }), '/* NOOUTPUT */');
  };

  for (const goal of [1e6, 0.1, 0.4]) {
    for (const [name, neighbour] of [
        ['quiet', null], ['beside neighbours', [4e6, 4e6]], ['beside many', [4e6, 12e6]]]) {
      it(`is right within its interval: ${goal}, ${name}`, () => {
        const { nsPerCall, nsLow, nsHigh, statistic } = measured(goal, neighbour);
        expect(nsPerCall).to.be.within(0.985 * truth, 1.015 * truth);
        // Of a median of equal rounds the interval has next to no width
        if (statistic === 'mean') {
          expect(nsLow).to.be.at.most(truth);
          expect(nsHigh).to.be.at.least(truth);
        }
      });
    }
  }
});
