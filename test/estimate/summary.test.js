'use strict';

const { expect } = require('chai');
const { range: times } = require('../helpers/numbers');
const { roundOf, samplesOf } = require('../helpers/suite-sources');
const { summarize } = require('#lib/core/estimate/summary');

/** A round of a fixed number of calls. */
const round = (net, more) => roundOf(net, 0, { phase: 'counted', ...more });
const equal = (n, ...given) => times(n, () => round(...given));

/** The result of a run of a fixed count that had these rounds. */
function counted(rounds, more) {
  const count = rounds.reduce((sum, one) => sum + one.calls, 0);
  return summarize(samplesOf(rounds, more), { count }, 1e9);
}

/** The result of a run in seconds. */
const timed = (rounds, more) =>
  summarize(samplesOf(rounds.map((one) => ({ ...one, phase: 'measured' })), more), { seconds: 1 }, 1e9);

/** Rounds that alternate between low and high, with two in the middle. */
const unsure = (low, middle, high, more) =>
  times(20, (i) => round(i === 9 || i === 10 ? middle : i % 2 ? high : low, more));

const codes = (result) => result.warnings.map((one) => one.code);
const warning = (result, code) => result.warnings.find((one) => one.code === code);

describe('summary: the estimate', () => {
  it('excludes the loop of each round, and the clock once per round', () => {
    // The loop costs 0.4 or 3 ns; the difference is 5 in every round.
    const result = counted(times(20, (i) => round(5, { referenceNs: i % 2 ? 0.4 : 3, calls: 600 + i })));
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.nsLow).to.be.closeTo(4.97, 1e-9);
    expect(result.nsHigh).to.be.closeTo(5.03, 1e-9);
    expect(result.overheadNs).to.be.closeTo(1.7, 1e-9);
    expect(result.statistic).to.equal('median');
  });

  it('is the median with its interval, in the order of measurement', () => {
    // 1 ... 100, spread so that there is no trend. The sign test leaves out 40 of 100 at each end.
    const result = counted(times(100, (i) => round((i * 37) % 100 + 1)));
    expect(result.nsPerCall).to.be.closeTo(50.5, 1e-9);
    expect(result.nsLow).to.be.within(40, 41);
    expect(result.nsHigh).to.be.within(60, 61);
    expect(result.rounds).to.equal(100);
  });

  it('counts cycles by the fastest clock rate around each round, if it is known', () => {
    for (const [rounds, cycles] of [
      // Interrupted readings of 1000 MHz in every other round: 5 ns at 2000 MHz
      [times(20, (i) => round(5, { mhz: i % 2 ? 1000 : 2000 })), 10],
      // 1000, 2000 ... 20000: 2000 for the first round, 11 000 and 12 000 for those in the middle
      [times(20, (i) => round(5, { mhz: 1000 * (i + 1) })), 57.5],
      [times(20, (i) => round(5, { mhz: i === 7 ? NaN : 2000 })), 10],
    ]) {
      expect(counted(rounds).cyclesPerCall).to.be.closeTo(cycles, 1e-9);
    }
    // A single reading proves nothing.
    for (const n of [3, 20]) {
      expect(counted(times(n, (i) => round(5, { mhz: i === 1 ? 2000 : NaN }))).cyclesPerCall).to.equal(null);
    }
    expect(counted(equal(20, 5, { mhz: NaN })).cyclesPerCall).to.equal(null);
  });

  it('includes an error for the place of the loop, even if all rounds are equal', () => {
    const result = counted(equal(20, 5));
    expect(result.nsHigh - result.nsLow).to.be.closeTo(2 * 0.006 * 5, 1e-9);
    const ofFour = counted(times(20, (i) => round(5, { copy: i % 4 })));
    expect(ofFour.nsHigh - ofFour.nsLow).to.be.closeTo(0.006 * 5, 1e-9);
    expect(codes(result)).to.deep.equal([]);
  });

  it('includes the call around a test that could not be inlined', () => {
    const called = timed(equal(20, 50, { referenceNs: 3 }), { isCalled: true });
    expect(called.nsPerCall - called.nsLow).to.be.closeTo(3, 0.1);
    expect(called.nsHigh - called.nsPerCall).to.be.closeTo(3, 0.1);
    expect(called.warnings).to.deep.equal([{ code: 'called' }]);
    // Half of the bookkeeping of a callback overlaps with the body.
    const callback = timed(equal(20, 50, { referenceNs: 30 }), { kind: 'callback' });
    expect(callback.nsHigh - callback.nsPerCall).to.be.closeTo(15, 0.1);
  });
});

describe('summary: a body below the resolution', () => {
  it('is never negative', () => {
    for (const summary of [counted, timed]) {
      const result = summary(times(20, (i) => round(-0.3 + (i % 2) / 100)));
      expect(result).to.include({ elapsed: 0, nsPerCall: 0, nsLow: 0, nsHigh: 0, cyclesPerCall: 0 });
      expect(codes(result)).to.deep.equal(['below-resolution']);
    }
  });

  const coarse = { clockGrainNs: 1000 }; // 2 x 1000 ns over 100 calls are 20 ns
  for (const [what, result, code, resolutionNs] of [
    ['at most 0.1 ns', counted(equal(20, 0.099)), 'below-resolution', 0.1],
    ['more than 0.1 ns', counted(equal(20, 0.101)), null, 0.1],
    ['5 ns within -100 to 110', timed(times(20, (i) => round(i % 2 ? 110 : -100, { referenceNs: 200 }))),
      'below-resolution', 105],
    ['20 ns within 1 to 300 with a slower empty loop', timed(unsure(1, 20, 300, { referenceNs: 30 })),
      'below-resolution', 149.5],
    ['20 ns within 1 to 300 with a faster empty loop', timed(unsure(1, 20, 300, { referenceNs: 19 })),
      'too-noisy', 149.5],
    ['50 ns within 1 to 100', timed(unsure(1, 50, 100)), null, 49.5],
    ['50 ns within 1 to 102', timed(unsure(1, 50, 102)), 'too-noisy', 50.5],
    ['less than two steps of a coarse clock', counted(equal(20, 19, { calls: 100 }), coarse), 'below-resolution', 20],
    ['more than two steps of a coarse clock', counted(equal(20, 21, { calls: 100 }), coarse), null, 20],
    ['0.02 ns after a cold start, with a drift',
      counted([round(1e6, { calls: 1 }), ...times(20, (i) => round(0.01 + i / 1000))]), 'below-resolution', 0.1],
  ]) {
    it(`is ${code === null ? 'not ' : ''}one of ${what}`, () => {
      expect(result.warnings.map((one) => [one.code, one.resolutionNs]))
        .to.deep.equal(code === null ? [] : [[code, result.resolutionNs]]);
      expect(result.resolutionNs).to.be.closeTo(resolutionNs, 0.01 * resolutionNs);
    });
  }
});

describe('summary: the number of rounds', () => {
  it('is too small for an interval below 6, and small below 12', () => {
    for (const n of [1, 5, 6, 11, 12]) {
      for (const summary of [counted, timed]) {
        const result = summary(equal(n, 5));
        expect(result.rounds).to.equal(n);
        expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
        if (n < 6) expect(result).to.include({ nsLow: null, nsHigh: null });
        else expect(result.nsLow).to.be.closeTo(4.97, 1e-9);
        expect(result.warnings).to.deep.equal(
          n < 6 ? [{ code: 'too-few-samples', rounds: n }] : n < 12 ? [{ code: 'few-samples', rounds: n }] : []);
      }
    }
  });

  it('is blamed on a coarse clock if the rounds are short and leave no interval, or no figure', () => {
    const found = (rounds, clockGrainNs) => warning(timed(rounds, { clockGrainNs }), 'coarse-clock');
    const few = equal(3, 5, { calls: 2e6 });
    expect(found(few, 1e6)).to.deep.equal({ code: 'coarse-clock', grainNs: 1e6 });
    expect(found(few, 1e3)).to.equal(undefined);
    expect(found(equal(20, 5, { calls: 2e6 }), 1e6)).to.equal(undefined);
    expect(found(equal(20, 0, { calls: 2e6 }), 1e6)).to.deep.equal({ code: 'coarse-clock', grainNs: 1e6 });
    // There are few because calls are long.
    expect(found(equal(3, 5e8, { calls: 1 }), 1e6)).to.equal(undefined);
  });
});

describe('summary: the totals', () => {
  it('of a fixed count include all calls, and calls of other passes at the usual time', () => {
    const rounds = [round(5000, { calls: 1 }), ...equal(20, 5), round(6, { calls: 300 })];
    const result = counted(rounds);
    expect(result.count).to.equal(20301);
    // 5000 + 20000 x 5 + 300 x 6 = 106800 ns
    expect(result.elapsed).to.be.closeTo(106800e-9, 1e-15);
    expect(result.wallclock).to.equal(1);
    const more = summarize(samplesOf(rounds), { count: 20401 }, 1e9);
    expect(more.count).to.equal(20401);
    expect(more.elapsed).to.be.closeTo(107300e-9, 1e-15);
    const stopped = { usedBytes: 9e7, limitBytes: 1e8 };
    const early = summarize(samplesOf(rounds, { stopped }), { count: 1e6 }, 1e9);
    expect(early.count).to.equal(20301);
    expect(early.warnings).to.deep.equal([{ code: 'heap-limit', ...stopped }]);
  });

  it('of a run in seconds include the measured rounds', () => {
    const rounds = [round(9000, { calls: 1, phase: 'cold' }), ...equal(9, 50, { phase: 'warm-up' }),
      ...equal(20, 5, { phase: 'measured' })];
    const result = summarize(samplesOf(rounds), { seconds: 1 }, 2.5e9);
    expect(result).to.include({ count: 20000, rounds: 20, wallclock: 2.5 });
    expect(result.elapsed).to.be.closeTo(1e-4, 1e-12);
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.warnings).to.deep.equal([]);
  });

  it('of a run without measured rounds include all rounds', () => {
    const result = summarize(samplesOf([round(5e9, { calls: 1, phase: 'cold' })]), { seconds: 1 }, 5.1e9);
    expect(result.count).to.equal(1);
    expect(result.nsPerCall).to.be.closeTo(5e9, 1e-3);
    expect(codes(result)).to.deep.equal(['few-calls', 'too-few-samples']);
  });
});

describe('summary: a cold start', () => {
  const cold = [round(90000, { calls: 1 }), round(4000, { calls: 1 }), round(1000, { calls: 10 })];

  it('is reported if the first calls took more than 5 % of the time, with the steady figure', () => {
    const result = counted([...cold, ...equal(20, 50)]);
    const found = warning(result, 'cold-start');
    expect(found.calls).to.equal(12);
    // 90000 + 4000 + 10 x 1000, less 12 x 50
    expect(found.extraNs).to.be.closeTo(103400, 1e-6);
    expect(found.steadyNs).to.be.closeTo(50, 1e-9);
    expect(found.allNs).to.be.closeTo(1.104e6 / 20012, 1e-9);
    expect(result).to.include({ count: 20012, rounds: 20 });
    expect(result.nsPerCall).to.be.closeTo(50, 1e-9);
    // 103400 ns of 2.1 ms + 0.1 are under 5 %
    expect(codes(counted([...cold, ...equal(42, 50)]))).to.deep.equal([]);
    expect(codes(counted([...cold, ...equal(38, 50)]))).to.deep.equal(['cold-start']);
  });
});

describe('summary: a test that is not steady', () => {
  it('is reported with the step from the first third to the last', () => {
    for (const summary of [counted, timed]) {
      for (const [rounds, drift] of [[[...equal(6, 120), ...equal(24, 100)], -1 / 6],
        [[...equal(24, 100), ...equal(6, 125)], 0.25]]) {
        expect(warning(summary(rounds), 'not-steady').drift).to.be.closeTo(drift, 1e-9);
      }
    }
  });

  it('is reported by the number of calls if the goal is a count', () => {
    let before = 0;
    const rounds = times(60, (i) => {
      const calls = i === 0 ? 20000 : Math.ceil(5e6 / before);
      before += calls;
      return round(before, { calls, before: before - calls, preemptions: 0 });
    });
    const { drift, ...more } = warning(counted(rounds), 'not-steady');
    expect(more).to.deep.equal({ code: 'not-steady', byCalls: true });
    expect(drift).to.be.closeTo(1, 0.05);
    expect(warning(timed(rounds), 'not-steady').byCalls).to.equal(false);
  });

  it('has a step of at least 5 %, enough rounds, and less noise', () => {
    for (const [rounds, isReported] of [
      [[...equal(6, 104), ...equal(24, 100)], false], [[...equal(6, 106), ...equal(24, 100)], true],
      [[...equal(3, 120), ...equal(8, 100)], false], [[...equal(4, 120), ...equal(15, 100)], true],
      [times(30, (i) => round((i % 2 ? 50 : 150) + i / 2)), false],
    ]) {
      expect(codes(timed(rounds)).includes('not-steady')).to.equal(isReported);
    }
  });
});

describe('summary: disturbed rounds', () => {
  // 2 s, in which the process ran for 5.4 microseconds
  const suspended = round(5, { ns: 2e9, cpuNs: 5420 });
  const setBack = round(5, { ns: -3e8, cpuNs: 5420 });

  it('are left out with a warning, and count as usual rounds in a fixed number of calls', () => {
    for (const odd of [suspended, setBack]) {
      const rounds = equal(20, 5);
      rounds[7] = odd;
      for (const summary of [counted, timed]) {
        const result = summary(rounds);
        expect(result.rounds).to.equal(19);
        expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
        expect(warning(result, 'disturbed')).to.include({ rounds: 1, lostNs: odd === setBack ? 0 : 2e9 - 5420 });
      }
      expect(counted(rounds).count).to.equal(20000);
      expect(counted(rounds).elapsed).to.be.closeTo(1e-4, 1e-12);
    }
  });

  it('do not include rounds of a test that waits', () => {
    const result = counted(equal(20, 1e8, { calls: 1, cpuNs: 20000 }));
    expect(result.rounds).to.equal(20);
    expect(codes(result)).to.deep.equal(['waits']);
    expect(warning(result, 'waits').share).to.be.closeTo(0.9998, 1e-5);
    expect(result.nsPerCall).to.be.closeTo(1e8, 1e-3);
    expect(result.cpuNsPerCall).to.be.closeTo(20000, 50);
    expect(result.cyclesPerCall).to.equal(null);
    // A preempted round does not show that it waits.
    const preempted = (cpuNs) => counted([round(1.5e9, { calls: 1, ns: 1.5e9, cpuNs, preemptions: 9, mhz: 2000 })]);
    expect([preempted(1e6), preempted(0.8e9)].map(({ cyclesPerCall }) => cyclesPerCall > 0)).to.eql([false, true]);
  });
});

describe('summary: collections', () => {
  const allocation = (callsPerCollection, more) => (
    { allocation: { bytesPerCall: 32, callsPerCollection, share: 0.25, keptShare: 0, ...more } });
  // One round in twenty holds a collection of 2 microseconds: 200 of 1000 calls x (10 ns + 200 / 20)
  const rounds = times(40, (i) => (i % 20 === 7 ? round(210) : round(10, { heapBytes: 32000 })));

  it('make the estimate a mean if few rounds hold one', () => {
    const result = timed(rounds, allocation(20000));
    expect(result.statistic).to.equal('mean');
    expect(result.nsPerCall).to.be.closeTo(20, 1e-9); // (38 x 10 + 2 x 210) / 40
    expect(result.cyclesPerCall).to.be.closeTo(60, 1e-9);
    expect(result.nsLow).to.be.below(20);
    expect((result.nsLow + result.nsHigh) / 2).to.be.closeTo(20, 1e-6);
  });

  it('leave the median if each round holds five, unless more than 5 % of the bytes are kept', () => {
    for (const [given, statistic] of [
      [allocation(100), 'median'], [allocation(199), 'median'], [allocation(201), 'mean'],
      [allocation(10, { keptShare: 0.051 }), 'mean'], [allocation(10, { keptShare: 0.049 }), 'median'],
      [undefined, 'median'], [allocation(null, { share: 0, keptShare: 0.5 }), 'median'],
      [{ ...allocation(20000), kind: 'promise' }, 'median'],
    ]) {
      expect(timed(rounds, given).statistic).to.equal(statistic);
    }
  });

  it('are counted, and reported above 1 % of the time', () => {
    const result = timed(rounds, allocation(100));
    expect(warning(result, 'collections')).to.deep.equal({ code: 'collections', share: 0.25 });
    expect(result.collections).to.deep.equal({ count: 400, share: 0.25, bytesPerCall: 32 }); // 40000 calls
    expect(codes(timed(rounds, allocation(100, { share: 0.01 })))).to.deep.equal([]);
    expect(codes(timed(rounds, allocation(100, { share: 0.011 })))).to.deep.equal(['collections']);
    expect(timed(rounds).collections).to.deep.equal({ count: null, share: null, bytesPerCall: null });
  });
});

it('summary: a promise test may hide behind the queue if it is shorter', () => {
  const promise = (net, kind = 'promise') => timed(equal(20, net, { referenceNs: 40 }), { kind });
  expect(warning(promise(39), 'may-hide').referenceNs).to.be.closeTo(40, 1e-9);
  expect(codes(promise(41))).to.deep.equal([]);
  expect(codes(promise(39, 'sync'))).to.deep.equal([]);
});

it('summary: parts of calls have no processor time, and a warning if they are short', () => {
  const ofParts = (net) => timed(equal(20, net), { isInParts: true, clockCostNs: 20 });
  expect(ofParts(790).warnings).to.deep.equal([{ code: 'short-parts', clockNs: 20 }]);
  expect([codes(ofParts(810)), ofParts(810).cpuNsPerCall]).to.deep.equal([[], null]);
});
