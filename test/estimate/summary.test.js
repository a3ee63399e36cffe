'use strict';

const { expect } = require('chai');
const { netNs } = require('../../lib/samples/round');
const { summarize } = require('../../lib/estimate/summary');

const COST = 20;

/** A round of so many calls with a body of `net` ns each: the loop and the clock come on top. */
function round(net, { calls = 1000, referenceNs = 0.4, ...more } = {}) {
  const ns = calls * (net + referenceNs) + COST;
  return { phase: 'counted', calls, ns, referenceNs, mhz: 3000, cpuNs: ns, heapBytes: 0, ...more };
}

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));
const samplesOf = (rounds, more) => (
  { kind: 'sync', rounds, stopped: null, allocation: null, clockCostNs: COST, clockGrainNs: 20, ...more });

/** The result of a run of a fixed count that had these rounds. */
function counted(rounds, more) {
  const count = rounds.reduce((sum, one) => sum + one.calls, 0);
  return summarize(samplesOf(rounds, more), { count }, 1e9);
}

/** The result of a run in seconds. */
const timed = (rounds, more) =>
  summarize(samplesOf(rounds.map((one) => ({ ...one, phase: 'measured' })), more), { seconds: 1 }, 1e9);

/** Rounds that take now so little, now so much, with something in the middle. */
const unsure = (low, middle, high, more) =>
  times(20, (i) => round(i === 9 || i === 10 ? middle : i % 2 ? high : low, more));

const codes = (result) => result.warnings.map((one) => one.code);
const warning = (result, code) => result.warnings.find((one) => one.code === code);

describe('the estimate', () => {
  it('has the loop and the clock taken off', () => {
    expect(netNs({ ns: 5420, calls: 1000, referenceNs: 0.4 }, 20)).to.equal(5);
    expect(netNs({ ns: 20, calls: 1, referenceNs: 2 }, 20)).to.equal(-2);
    const result = counted(times(12, round(5)));
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.overheadNs).to.equal(0.4);
    expect(result.cyclesPerCall).to.be.closeTo(15, 1e-9); // at 3000 MHz
    expect(result.statistic).to.equal('median');
  });

  it('takes the loop off in pairs: each round its own', () => {
    // The loop costs now 0.4, now 3 ns; the difference is 5 in every round.
    const result = counted(times(20, (i) => round(5, { referenceNs: i % 2 ? 0.4 : 3 })));
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.nsLow).to.be.closeTo(4.97, 1e-9);
    expect(result.nsHigh).to.be.closeTo(5.03, 1e-9);
    expect(result.overheadNs).to.be.closeTo(1.7, 1e-9);
  });

  it('takes the clock off once for each round, whatever its length', () => {
    const result = counted(times(12, (i) => round(5, { calls: 100 + i })));
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.elapsed).to.be.closeTo(5e-9 * 1266, 1e-15);
  });

  it('is the median with its interval, in the order that it came', () => {
    // 99 ... 1, 100: spread apart, so that nothing is taken for a trend. The sign test leaves out 40 of 100 at each
    // end.
    const result = counted(times(100, (i) => round((i * 37) % 100 + 1)));
    expect(result.nsPerCall).to.be.closeTo(50.5, 1e-9);
    expect(result.nsLow).to.be.within(40, 41);
    expect(result.nsHigh).to.be.within(60, 61);
    expect(result.rounds).to.equal(100);
  });

  it('has a wider interval where each round is like the one before', () => {
    const values = times(96, (i) => 100 + 5 * Math.sin(i / 8));
    const independent = values.slice().sort((a, b) => (a * 7919) % 1 - (b * 7919) % 1);
    const width = ({ nsLow, nsHigh }) => nsHigh - nsLow;
    expect(width(counted(values.map((net) => round(net)))))
      .to.be.above(1.2 * width(counted(independent.map((net) => round(net)))));
  });

  it('counts cycles by the fastest reading around each slice', () => {
    // an interrupted reading of 1000 MHz in every other round: 2000 it is, and 5 ns are 10 cycles
    expect(counted(times(20, (i) => round(5, { mhz: i % 2 ? 1000 : 2000 }))).cyclesPerCall).to.be.closeTo(10, 1e-9);
    // 1000, 2000 ... 20000: 2000 for the first round, 11 000 and 12 000 for those in the middle, so 57.5 cycles
    expect(counted(times(20, (i) => round(5, { mhz: 1000 * (i + 1) }))).cyclesPerCall).to.be.closeTo(57.5, 1e-9);
    // one reading that there is not
    expect(counted(times(20, (i) => round(5, { mhz: i === 7 ? NaN : 2000 }))).cyclesPerCall).to.be.closeTo(10, 1e-9);
    // one slip of the clock where there are no readings
    for (const n of [3, 20]) {
      expect(counted(times(n, (i) => round(5, { mhz: i === 1 ? 2000 : NaN }))).cyclesPerCall).to.equal(null);
    }
  });

  it('has no cycles where the speed is not known', () => {
    expect(counted(times(20, round(5, { mhz: NaN }))).cyclesPerCall).to.equal(null);
  });

  it('has where all rounds are equal what they do not tell: the place of the loop', () => {
    const result = counted(times(20, round(5)));
    expect(result.nsHigh - result.nsLow).to.be.closeTo(2 * 0.006 * 5, 1e-9);
    const ofFour = counted(times(20, (i) => round(5, { copy: i % 4 })));
    expect(ofFour.nsHigh - ofFour.nsLow).to.be.closeTo(0.006 * 5, 1e-9);
    expect(codes(result)).to.deep.equal([]);
  });
});

describe('a body that cannot be told from an empty function', () => {
  it('is never negative', () => {
    for (const summary of [counted, timed]) {
      const result = summary(times(20, (i) => round(-0.3 + (i % 2) / 100)));
      expect(result).to.include({ elapsed: 0, nsPerCall: 0, nsLow: 0, nsHigh: 0, cyclesPerCall: 0 });
      expect(codes(result)).to.deep.equal(['below-resolution']);
    }
  });

  it('is one of up to 0.1 ns', () => {
    expect(warning(counted(times(20, round(0.099))), 'below-resolution').resolutionNs).to.be.closeTo(0.1, 1e-9);
    expect(codes(counted(times(20, round(0.101))))).to.deep.equal([]);
    expect(counted(times(20, round(5))).resolutionNs).to.equal(0.1);
  });

  it('is one of up to half the interval', () => {
    // Now 100 ns less, now 110 ns more: 5 in the middle, and no way to tell.
    const result = timed(times(20, (i) => round(i % 2 ? 110 : -100, { referenceNs: 200 })));
    expect(codes(result)).to.deep.equal(['below-resolution']);
    expect(result.resolutionNs).to.be.closeTo(105, 1);
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.nsLow).to.equal(0);
  });

  it('is one that takes no longer than the empty loop, however wide its interval', () => {
    // 20 in the middle, of which nothing is known; the empty loop takes 0.4 ns, or 30
    const noisy = (referenceNs) => timed(unsure(1, 20, 300, { referenceNs }));
    expect(codes(noisy(30))).to.deep.equal(['below-resolution']);
    expect(codes(noisy(19))).to.deep.equal(['too-noisy']);
  });

  it('is one of up to two steps of a coarse clock', () => {
    // 2 x 1000 ns over 100 calls are 20 ns
    const coarse = { clockGrainNs: 1000 };
    expect(codes(counted(times(20, round(19, { calls: 100 })), coarse))).to.deep.equal(['below-resolution']);
    expect(codes(counted(times(20, round(21, { calls: 100 })), coarse))).to.deep.equal([]);
    expect(counted(times(20, round(21, { calls: 100 })), coarse).resolutionNs).to.equal(20);
  });

  it('has no cold start and no drift', () => {
    const result = counted([round(1e6, { calls: 1 }), ...times(20, (i) => round(0.01 + i / 1000))]);
    expect(codes(result)).to.deep.equal(['below-resolution']);
  });
});

describe('a body of which nothing is known', () => {
  it('is too noisy where its interval is wider than its figure, and it takes longer than the empty loop', () => {
    // 50 in the middle, 1 to 300: the half-width is 149.5
    const result = timed(unsure(1, 50, 300));
    expect(codes(result)).to.deep.equal(['too-noisy']);
    expect(warning(result, 'too-noisy').resolutionNs).to.be.closeTo(149.5, 1);
    expect(result.resolutionNs).to.equal(warning(result, 'too-noisy').resolutionNs);
    expect(result.nsPerCall).to.be.closeTo(50, 1e-9);
  });

  it('is not too noisy where its interval is narrower', () => {
    expect(codes(timed(unsure(1, 50, 100)))).to.deep.equal([]);
    expect(codes(timed(unsure(1, 50, 102)))).to.deep.equal(['too-noisy']);
  });
});

describe('the number of rounds', () => {
  for (let n = 1; n <= 14; n++) {
    it(`${n}: ${n < 6 ? 'too few for an interval' : n < 12 ? 'few' : 'enough'}`, () => {
      for (const summary of [counted, timed]) {
        const result = summary(times(n, round(5)));
        expect(result.rounds).to.equal(n);
        expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
        if (n < 6) expect([result.nsLow, result.nsHigh]).to.deep.equal([null, null]);
        else expect(result.nsLow).to.be.closeTo(4.97, 1e-9);
        expect(result.warnings).to.deep.equal(
          n < 6 ? [{ code: 'too-few-samples', rounds: n }] : n < 12 ? [{ code: 'few-samples', rounds: n }] : []);
      }
    });
  }
});

describe('a clock of coarse steps', () => {
  it('is a warning if its rounds are short and leave no interval, or no figure', () => {
    const few = times(3, round(5, { calls: 2e6 }));
    const found = (rounds, clockGrainNs) => warning(timed(rounds, { clockGrainNs }), 'coarse-clock');
    expect(found(few, 1e6)).to.deep.equal({ code: 'coarse-clock', grainNs: 1e6 });
    expect(found(few, 1e3)).to.equal(undefined);
    expect(found(times(20, round(5, { calls: 2e6 })), 1e6)).to.equal(undefined);
    expect(found(times(20, round(0, { calls: 2e6 })), 1e6)).to.deep.equal({ code: 'coarse-clock', grainNs: 1e6 });
    // Few for the calls take long
    expect(found(times(3, round(5e8, { calls: 1 })), 1e6)).to.equal(undefined);
  });
});

describe('the totals', () => {
  it('of a fixed count are those of all calls', () => {
    const result = counted([round(5000, { calls: 1 }), ...times(20, round(5)), round(6, { calls: 300 })]);
    expect(result.count).to.equal(20301);
    // 5000 + 20000 x 5 + 300 x 6 = 106800 ns
    expect(result.elapsed).to.be.closeTo(106800e-9, 1e-15);
    expect(result.wallclock).to.equal(1);
  });

  it('of a run in seconds are those of the rounds that were measured', () => {
    const rounds = [round(9000, { calls: 1, phase: 'cold' }), ...times(9, round(50, { phase: 'warm-up' })),
      ...times(20, round(5, { phase: 'measured' }))];
    const result = summarize(samplesOf(rounds), { seconds: 1 }, 2.5e9);
    expect(result).to.include({ count: 20000, rounds: 20, wallclock: 2.5 });
    expect(result.elapsed).to.be.closeTo(1e-4, 1e-12);
    expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
    expect(result.warnings).to.deep.equal([]);
  });

  it('of a run whose time was over before anything was measured are those of what there is', () => {
    const result = summarize(samplesOf([round(5e9, { calls: 1, phase: 'cold' })]), { seconds: 1 }, 5.1e9);
    expect(result.count).to.equal(1);
    expect(result.elapsed).to.be.closeTo(5, 1e-9);
    expect(result.nsPerCall).to.be.closeTo(5e9, 1e-3);
    expect(codes(result)).to.deep.equal(['too-few-samples']);
  });
});

describe('a cold start', () => {
  const cold = [round(90000, { calls: 1 }), round(4000, { calls: 1 }), round(1000, { calls: 10 })];

  it('is told where the first calls took more than 5 % of the time, with the steady figure beside', () => {
    const result = counted([...cold, ...times(20, round(50))]);
    const told = warning(result, 'cold-start');
    expect(told.calls).to.equal(12);
    // 90000 + 4000 + 10 x 1000, less 12 x 50
    expect(told.extraNs).to.be.closeTo(103400, 1e-6);
    expect(told.steadyNs).to.be.closeTo(50, 1e-9);
    // 1.104 ms over all calls
    expect(told.allNs).to.be.closeTo(1.104e6 / 20012, 1e-9);
    expect(result.nsPerCall).to.be.closeTo(50, 1e-9);
    expect(result.count).to.equal(20012);
    expect(result.elapsed).to.be.closeTo(1.104e-3, 1e-9);
    expect(result.rounds).to.equal(20);
  });

  it('is not told where that is lost in the rest', () => {
    // 103400 of 2.1 ms + 0.1 are under 5 %
    expect(codes(counted([...cold, ...times(42, round(50))]))).to.deep.equal([]);
    expect(codes(counted([...cold, ...times(38, round(50))]))).to.deep.equal(['cold-start']);
  });

  it('is not told of a run in seconds, which warms up first', () => {
    const rounds =
      [...cold.map((one) => ({ ...one, phase: 'warm-up' })), ...times(20, round(50, { phase: 'measured' }))];
    expect(codes(summarize(samplesOf(rounds), { seconds: 1 }, 1e9))).to.deep.equal([]);
  });

  it('does not end at one quick slice among slow ones', () => {
    // slow, quick, slow, slow, then steady: the first four are cold
    const rounds = [round(500), round(50), round(500), round(500), ...times(20, round(50))];
    expect(warning(counted(rounds), 'cold-start').calls).to.equal(4000);
  });

  it('is not everything but the last slice where fast and slow ones take turns', () => {
    const result = counted(times(40, (i) => round(i % 2 ? 100 : 200)));
    expect(result.rounds).to.be.at.least(38);
    expect(codes(result)).to.not.include('cold-start');
  });

  it('does not mistake rounds that are 25 % slower for cold ones', () => {
    const rounds = [...times(3, round(60)), ...times(20, round(50))];
    expect(counted(rounds).rounds).to.equal(23);
    expect(counted([...times(3, round(64)), ...times(20, round(50))]).rounds).to.equal(20);
  });

  it('leaves short slices out of the estimate, warm as they are', () => {
    // Half the longest and more: the slices of 500 count, those of 499 do not.
    const rounds =
      [...times(8, round(7, { calls: 499 })), ...times(8, round(6, { calls: 500 })), ...times(8, round(5))];
    const result = counted(rounds);
    expect(result.rounds).to.equal(16);
    expect(result.nsPerCall).to.be.closeTo(5.5, 1e-9);
    expect(result.count).to.equal(8 * 1999);
  });

  it('does not count calls in short slices that were as fast as the rest', () => {
    const result =
      counted([round(1e6, { calls: 1 }), ...times(10, round(50, { calls: 100 })), ...times(20, round(50))]);
    expect(warning(result, 'cold-start').calls).to.equal(1);
  });
});

describe('a test that does not hold still', () => {
  it('is told of, with the step from the first third to the last', () => {
    // The medians of the thirds are 120 and 100: -1/6
    for (const summary of [counted, timed]) {
      const result = summary([...times(6, round(120)), ...times(24, round(100))]);
      expect(warning(result, 'not-steady').drift).to.be.closeTo(-1 / 6, 1e-9);
      const slower = summary([...times(24, round(100)), ...times(6, round(125))]);
      expect(warning(slower, 'not-steady').drift).to.be.closeTo(0.25, 1e-9);
    }
  });

  it('is not told of below 5 %', () => {
    expect(codes(timed([...times(6, round(104)), ...times(24, round(100))]))).to.deep.equal([]);
    expect(codes(timed([...times(6, round(106)), ...times(24, round(100))]))).to.deep.equal(['not-steady']);
  });

  it('is not told of where the rounds are too few', () => {
    expect(codes(timed([...times(3, round(120)), ...times(8, round(100))]))).to.not.include('not-steady');
    expect(codes(timed([...times(4, round(120)), ...times(15, round(100))]))).to.include('not-steady');
  });

  it('is not told of where the rounds scatter more than that', () => {
    const result = timed(times(30, (i) => round((i % 2 ? 50 : 150) + i / 2)));
    expect(codes(result)).to.not.include('not-steady');
  });

  it('has a finite step, even from nothing', () => {
    const told = warning(timed([...times(6, round(0)), ...times(24, round(5))]), 'not-steady');
    if (told) expect(told.drift).to.be.below(Infinity);
  });
});

describe('disturbed rounds', () => {
  // Of 2 s, in which the process ran for 5.4 microseconds
  const suspended = round(5, { ns: 2e9, cpuNs: 5420 });
  const setBack = round(5, { ns: -3e8, cpuNs: 5420 });
  const setForward = round(5, { ns: 3e8, cpuNs: 5420 });

  for (const [name, odd] of [['the machine was suspended', suspended], ['the clock was set back', setBack],
      ['the clock was set forward', setForward]]) {
    it(`are left out where ${name}, and told of`, () => {
      const rounds = times(20, round(5));
      rounds[7] = odd;
      for (const summary of [counted, timed]) {
        const result = summary(rounds);
        expect(result.rounds).to.equal(19);
        expect(result.nsPerCall).to.be.closeTo(5, 1e-9);
        expect(warning(result, 'disturbed').rounds).to.equal(1);
        expect(warning(result, 'disturbed').lostNs).to.be.at.least(0);
      }
    });

    it(`count as if they had run as usual where ${name} and a number of calls was asked for`, () => {
      const rounds = times(20, round(5));
      rounds[7] = odd;
      const result = counted(rounds);
      expect(result.count).to.equal(20000);
      expect(result.elapsed).to.be.closeTo(1e-4, 1e-12);
    });
  }

  it('tell how long the process did not run', () => {
    const rounds = times(20, round(5));
    rounds[3] = suspended;
    rounds[9] = suspended;
    const told = warning(counted(rounds), 'disturbed');
    expect(told.rounds).to.equal(2);
    expect(told.lostNs).to.be.closeTo(2 * (2e9 - 5420), 1);
  });

  it('are not those of a test that waits', () => {
    const waiting = round(1e8, { calls: 1, cpuNs: 20000 });
    const result = counted(times(20, waiting));
    expect(result.rounds).to.equal(20);
    expect(codes(result)).to.deep.equal(['waits']);
    expect(warning(result, 'waits').share).to.be.closeTo(0.9998, 1e-5);
    expect(result.nsPerCall).to.be.closeTo(1e8, 1e-3);
    expect(result.cpuNsPerCall).to.be.closeTo(20000, 50);
  });

  it('are not those in which the clocks differ by up to 20 microseconds', () => {
    const result = counted(times(20, (i) => round(500, { cpuNs: i % 5 ? 500420 : 481000 })));
    expect(result.rounds).to.equal(20);
    expect(codes(result)).to.deep.equal([]);
  });

  it('leave a result without NaN where there is no other', () => {
    const result = counted([round(5, { calls: 1, ns: -1e6 })]);
    expect(result.nsPerCall).to.satisfy((value) => value === null || value >= 0);
    expect(result.elapsed).to.be.at.least(0);
  });
});

describe('collections', () => {
  const allocation = (callsPerCollection, more) => (
    { allocation: { bytesPerCall: 32, callsPerCollection, share: 0.25, keptShare: 0, ...more } });
  // One slice in twenty holds a collection of 2 microseconds: 200 of 1000 calls x (10 ns + 200 / 20)
  const rounds = times(40, (i) => round(i % 20 === 7 ? 210 : 10));

  it('make the mean the honest figure where few slices hold one', () => {
    const result = timed(rounds, allocation(20000));
    expect(result.statistic).to.equal('mean');
    expect(result.nsPerCall).to.be.closeTo(20, 1e-9); // (38 x 10 + 2 x 210) / 40
    expect(result.cyclesPerCall).to.be.closeTo(60, 1e-9);
    expect(result.nsLow).to.be.below(20);
    expect(result.nsHigh).to.be.above(20);
    expect((result.nsLow + result.nsHigh) / 2).to.be.closeTo(20, 1e-6);
  });

  it('leave the median where each slice holds several', () => {
    // 1000 calls hold ten
    const result = timed(rounds, allocation(100));
    expect(result.statistic).to.equal('median');
    expect(result.nsPerCall).to.be.closeTo(10, 1e-9);
    expect(timed(rounds, allocation(199)).statistic).to.equal('median'); // 5.03
    expect(timed(rounds, allocation(201)).statistic).to.equal('mean'); // 4.98
  });

  it('make it the mean where more than 5 % of what is allocated is kept, however many a slice holds', () => {
    expect(timed(rounds, allocation(10, { keptShare: 0.051 })).statistic).to.equal('mean');
    expect(timed(rounds, allocation(10, { keptShare: 0.049 })).statistic).to.equal('median');
  });

  it('leave the median where there are none', () => {
    expect(timed(rounds).statistic).to.equal('median');
    expect(timed(rounds, allocation(null, { share: 0 })).statistic).to.equal('median');
  });

  it('are told of above one per cent, and counted', () => {
    const result = timed(rounds, allocation(100));
    expect(warning(result, 'collections')).to.deep.equal({ code: 'collections', share: 0.25 });
    expect(result.collections).to.deep.equal({ count: 400, share: 0.25, bytesPerCall: 32 }); // 40000 calls
    expect(codes(timed(rounds, allocation(100, { share: 0.01 })))).to.deep.equal([]);
    expect(codes(timed(rounds, allocation(100, { share: 0.011 })))).to.deep.equal(['collections']);
  });

  it('are null where nobody looked', () => {
    expect(timed(rounds).collections).to.deep.equal({ count: null, share: null, bytesPerCall: null });
  });
});

describe('a test that was measured through a call', () => {
  const result = (more) => timed(times(20, round(50, { referenceNs: 3 })), more);

  it('is off by that call at the most, and says so', () => {
    const { nsPerCall, nsLow, nsHigh, warnings } = result({ isCalled: true });
    expect(nsPerCall - nsLow).to.be.closeTo(3, 0.1);
    expect(nsHigh - nsPerCall).to.be.closeTo(3, 0.1);
    expect(warnings).to.deep.equal([{ code: 'called' }]);
    expect(result({}).nsHigh - result({}).nsPerCall).to.be.below(0.5);
  });
});

describe('a promise test', () => {
  const promise = (net) => timed(times(20, round(net, { referenceNs: 40 })), { kind: 'promise' });

  it('may hide behind the queueing where it is shorter than that', () => {
    expect(warning(promise(39), 'may-hide').referenceNs).to.be.closeTo(40, 1e-9);
    expect(codes(promise(41))).to.deep.equal([]);
    expect(promise(39).kind).to.equal('promise');
    expect(codes(timed(times(20, round(39, { referenceNs: 40 }))))).to.deep.equal([]);
  });
});

describe('a test that was stopped', () => {
  it('says why', () => {
    const result = counted(times(20, round(5)), { stopped: { usedBytes: 9e7, limitBytes: 1e8 } });
    expect(result.warnings).to.deep.equal([{ code: 'heap-limit', usedBytes: 9e7, limitBytes: 1e8 }]);
  });
});

describe('a result', () => {
  const runs = {
    'one call': counted([round(5, { calls: 1 })]),
    'one call of no time': counted([round(-20, { calls: 1 })]),
    'equal rounds': counted(times(20, round(5))),
    'nothing to see': timed(times(20, round(0))),
    'no speed': timed(times(20, round(5, { mhz: NaN }))),
    'no speed, mean': timed(times(20, round(5, { mhz: NaN })),
      { allocation: { bytesPerCall: 32, callsPerCollection: 1e6, share: 0.2, keptShare: 0 } }),
    'no allocation': timed(times(20, round(5)),
      { allocation: { bytesPerCall: 0, callsPerCollection: null, share: 0, keptShare: 0 } }),
    'everything at once': counted([round(9e5, { calls: 1 }), ...times(20, (i) => round(i === 7 ? 1e9 : 5))],
      { kind: 'promise', stopped: { usedBytes: 1, limitBytes: 2 } }),
  };

  for (const name of Object.keys(runs)) {
    it(`has every field, in the right range, and survives JSON: ${name}`, () => {
      const result = runs[name];
      expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
      expect(result).to.have.all.keys('count', 'elapsed', 'wallclock', 'nsPerCall', 'nsLow', 'nsHigh', 'statistic',
        'cyclesPerCall',
        'cpuNsPerCall', 'resolutionNs', 'overheadNs', 'kind', 'rounds', 'collections', 'warnings');
      for (const key of ['elapsed', 'nsPerCall', 'overheadNs']) {
        expect(result[key], key).to.be.at.least(0).and.below(Infinity);
      }
      expect(result.resolutionNs).to.be.at.least(0.1);
      if (result.nsLow !== null) {
        expect(result.nsLow).to.be.at.most(result.nsPerCall);
        expect(result.nsHigh).to.be.at.least(result.nsPerCall);
      }
    });
  }

  it('depends on the samples alone, and leaves them as they are', () => {
    const freeze = (value) => {
      if (value && typeof value === 'object' && !Object.isFrozen(value)) {
        Object.values(Object.freeze(value)).forEach(freeze);
      }
      return value;
    };
    const samples = freeze(samplesOf([round(900, { calls: 1 }), ...times(30, (i) => round(5 + (i * 7) % 11 / 10))]));
    expect(summarize(samples, { count: 30001 }, 1e9)).to.deep.equal(summarize(samples, { count: 30001 }, 1e9));
  });
});
