'use strict';

const { expect } = require('chai');
const { collectedMean } = require('#lib/core/estimate/summary');
const { withInterrupted } = require('#lib/core/estimate/rounds');
const { mean, meanWithInterval, median, medianWithInterval } = require('#lib/base/stats/sample');
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
  const found = collectedMean(nets, used, used, BYTES);
  const weighted = (share, centre) => (1 - share) * median(netsOf(free)) + share * centre;

  it('is the plain mean of few rounds, or without a collection', () => {
    const all = [...used, collected];
    const similar = nets.map((net) => Math.min(150, net));
    for (const one of [free, collected]) {
      expect(collectedMean(similar, same(50, one), all, BYTES)).to.deep.equal(meanWithInterval(similar));
    }
    expect(collectedMean([100], [free], all, BYTES)).to.deep.equal({ centre: 100, low: null, high: null });
    const few = [free, free, collected, free, free, free];
    expect(collectedMean([1, 1, 5, 1, 1, 2], few, few, BYTES).centre).to.be.closeTo(11 / 6, 1e-9);
  });

  it('weighs the median of rounds without a collection and the mean of the others by their calls', () => {
    expect(found.centre).to.be.closeTo(weighted(0.2, mean(netsOf(collected))), 1e-9);
    // Each tenth round has half of the calls: 5 of 50 rounds, 250 of 4750 calls.
    const rounds = used.map((one, i) => (i % 10 === 2 ? { ...one, calls: 50 } : one));
    const [whole, half] = [0, 1].map((rest) => nets.filter((_, i) => i % 5 === 2 && i % 2 === 1 - rest));
    const centre = (mean(whole) * 500 + mean(half) * 250) / 750;
    expect(collectedMean(nets, rounds, rounds, BYTES).centre).to.be.closeTo(weighted(750 / 4750, centre), 1e-9);
  });

  it('has an interval of the errors of both, and of the number of collections', () => {
    const [own, others] = [medianWithInterval(netsOf(free)), meanWithInterval(netsOf(collected))];
    const difference = others.centre - own.centre;
    const reach = (freeReach) => Math.hypot(
      0.8 * freeReach, 0.2 * (others.high - others.centre), difference * 1.959963984540054 * 0.29 / 50);
    expect(found.low).to.be.closeTo(found.centre - reach(own.centre - own.low), 1e-9);
    expect(found.high).to.be.closeTo(found.centre + reach(own.high - own.centre), 1e-9);
    // A single collection can be wrong by all of its time.
    const rare = times(50, (i) => (i === 7 ? collected : free));
    const single = collectedMean(times(50, (i) => (i === 7 ? 1100 : 100)), rare, rare, BYTES);
    expect(single.centre).to.be.closeTo(120, 1e-9);
    expect(single.high).to.be.closeTo(120 + Math.hypot(20, 1000 * 1.959963984540054 * 0.29 / 50), 1e-9);
  });

  it('hardly moves by rounds that others have interrupted', () => {
    // Two of forty without a collection and one of ten with one take six times as long.
    const wild = nets.map((net, i) => ([0, 4, 17].includes(i) ? 6 * net : net));
    expect(mean(wild)).to.be.above(1.3 * plain.centre);
    expect(collectedMean(wild, used, used, BYTES).centre).to.be.closeTo(found.centre, 1);
    // Also if nearly all rounds hold a collection, or none does.
    for (const kind of [free, collected]) {
      const slow = times(20, (i) => (i === 3 ? 700 : 100));
      expect(collectedMean(slow, same(20, kind), same(20, kind), BYTES).centre).to.equal(100);
    }
    // Three rounds do not show what is usual.
    expect(collectedMean([100, 700, 100], same(3, free), same(3, free), BYTES).centre).to.equal(300);
  });

  it('leaves out no noise around a time of 0', () => {
    const noisy = times(40, (i) => (i % 2 ? -0.15 : 0.05));
    const rounds = times(40, (i) => ({ ...free, ns: 100 * (1 + noisy[i]) }));
    const { centre, low, high } = collectedMean(noisy, rounds, rounds, BYTES);
    expect(centre).to.be.closeTo(-0.05, 1e-9);
    expect(low < centre && centre < high).to.equal(true);
  });

  it('has an interval up to the mean with all collections, which may be long ones', () => {
    const some = nets.map((net, i) => (i === 7 || i === 22 ? 8 * net : net));
    const whole = mean(some.filter((_, i) => used[i] === collected));
    const usual = mean(some.filter((net, i) => used[i] === collected && net < 1000));
    const { centre, high } = collectedMean(some, used, used, BYTES);
    expect(centre).to.be.closeTo(weighted(0.2, usual), 1e-9);
    expect(high).to.be.above(weighted(0.2, whole));
  });

  it('leaves out nothing if objects survive, and still uses the share of all rounds', () => {
    const wild = nets.map((net, i) => ([0, 17].includes(i) ? 6 * net : net));
    const meansOf = (kind) => mean(wild.filter((_, i) => used[i] === kind));
    const { centre } = collectedMean(wild, used, [...used, ...same(10, collected)], BYTES, true);
    expect(centre).to.be.closeTo(2 / 3 * meansOf(free) + 1 / 3 * meansOf(collected), 1e-9);
  });

  it('weighs rounds with a collection by their share of all rounds', () => {
    // Ten interrupted ones, all with a collection: 20 of 60, not 10 of 50
    const of = (all) => collectedMean(nets, used, all, BYTES).centre;
    expect(of([...used, ...same(10, collected)])).to.be.closeTo(weighted(1 / 3, mean(netsOf(collected))), 1e-9);
    expect(of([...used, ...same(50, free)])).to.be.closeTo(weighted(0.1, mean(netsOf(collected))), 1e-9);
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
