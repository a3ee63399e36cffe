'use strict';

const { expect } = require('chai');
const { column, disturbedRounds, testWaits, partsOf, sortOut } = require('../../lib/estimate/rounds');
const { netNs, isInterrupted, isIdle } = require('../../lib/samples/round');

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));
const at = (flags) => flags.map((flag, i) => (flag ? i : -1)).filter((i) => i >= 0);

describe('rounds', () => {
  it('have columns', () => {
    expect(column([{ a: 1, b: 2 }, { a: 3 }], 'a')).to.deep.equal([1, 3]);
    expect(column([], 'a')).to.deep.equal([]);
  });

  it('have a net time: the clock off the slice, the loop off each call', () => {
    // (1020 - 20) / 100 = 10, less 2.5
    expect(netNs({ ns: 1020, calls: 100, referenceNs: 2.5 }, 20)).to.equal(7.5);
  });
});

describe('a slice', () => {
  it('was interrupted where the processor was elsewhere for more than 20 microseconds, and more than a hundredth ' +
    'of it', () => {
    expect(isInterrupted(5e5, 5e5 - 2e4)).to.equal(false);
    expect(isInterrupted(5e5, 5e5 - 20001)).to.equal(true);
    expect(isInterrupted(1e7, 1e7 - 1e5)).to.equal(false);
    expect(isInterrupted(1e7, 1e7 - 100001)).to.equal(true);
    expect(isInterrupted(1e6, 5e6)).to.equal(false);
  });

  it('is idle where more than a tenth of it is missing', () => {
    expect(isIdle(1e6, 0.9e6)).to.equal(false);
    expect(isIdle(1e6, 0.9e6 - 1)).to.equal(true);
    expect(isIdle(0, 0)).to.equal(false);
  });
});

describe('a disturbed round', () => {
  // Of a processor's clock that counts microseconds: one round is no multiple of the others.
  const usual = { ns: 5e5, cpuNs: 5e5 };
  const other = { ns: 5e5, cpuNs: 499e3 };
  const some = (n, one) => [other, ...times(n - 1, one)];

  const cases = [
    ['that went as usual', usual, false],
    ['in which the clock was set back', { ns: -1, cpuNs: 5e5 }, true],
    ['that took no time at all', { ns: 0, cpuNs: 0 }, false],
    ['that rested 20 microseconds', { ns: 5.2e5, cpuNs: 5e5 }, false],
    ['that rested more than 20 microseconds', { ns: 5.21e5, cpuNs: 5e5 }, true],
    ['that rested a hundredth of a long time', { ns: 1e7, cpuNs: 9.9e6 }, false],
    ['that rested more than a hundredth of a long time', { ns: 1e7, cpuNs: 9.899e6 }, true],
    ['that rested half', { ns: 1e6, cpuNs: 5e5 }, true],
    ['from which nobody took the processor, and that waited for its other threads',
      { ns: 1e7, cpuNs: 9.2e6, preemptions: 0 }, false],
    ['that was stopped for more than a tenth', { ns: 1e7, cpuNs: 8.9e6, preemptions: 0 }, true],
    ['that was preempted for more than a hundredth', { ns: 1e7, cpuNs: 9.8e6, preemptions: 1 }, true],
    ['of which the processor knows more than the clock', { ns: 5e5, cpuNs: 5e6 }, false],
  ];
  for (const [name, one, is] of cases) {
    it(`is ${is ? '' : 'not '}one ${name}`, () => {
      const rounds = some(20, usual);
      rounds[7] = one;
      expect(at(disturbedRounds(rounds, false))).to.deep.equal(is ? [7] : []);
    });
  }

  it('is any of them, whatever their share', () => {
    const interrupted = { ns: 4.5e6, cpuNs: 5e5 };
    for (const share of [0, 1, 5, 6, 15, 19]) {
      const rounds = some(20, usual).map((one, i) => (i >= 20 - share ? interrupted : one));
      expect(at(disturbedRounds(rounds, false))).to.deep.equal(times(share, (i) => 20 - share + i));
    }
  });

  it('is, by a coarse clock of the processor, any that rested more than half and 20 ms, however many, and no ' +
    'other', () => {
    // In steps of 0.1 ms
    const slept = { ns: 50e6, cpuNs: 1e6 };
    const coarse = { ns: 5e5, cpuNs: 5e5 };
    const few = { ns: 5e5, cpuNs: 4e5 };
    const mixed = (odd) => times(20, (i) => (i < 9 ? odd : i < 12 ? few : coarse));
    expect(at(disturbedRounds(mixed(slept), false))).to.deep.equal(times(9, (i) => i));
    expect(at(disturbedRounds(mixed({ ns: 50e6, cpuNs: 25e6 }), false))).to.deep.equal([]);
    expect(at(disturbedRounds(mixed({ ns: 20e6, cpuNs: 0 }), false))).to.deep.equal([]);
    expect(at(disturbedRounds(mixed({ ns: 1e6, cpuNs: 0 }), false))).to.deep.equal([]);
    // In steps of 99 microseconds, which are fine enough
    expect(at(disturbedRounds(times(20, (i) => ({ ns: 5e5, cpuNs: i === 3 ? 396e3 : 495e3 })), false)))
      .to.deep.equal([3]);
    // A clock that does not move at all
    expect(at(disturbedRounds(times(20, (i) => ({ ns: i === 3 ? 3e7 : 5e5, cpuNs: 0 })), false))).to.deep.equal([3]);
  });

  it('is, of a test that waits, only one in which the clock was set back', () => {
    const rounds = some(20, { ns: 50e6, cpuNs: 1e6 });
    rounds[3] = { ns: -5, cpuNs: 1e6 };
    expect(at(disturbedRounds(rounds, true))).to.deep.equal([3]);
  });
});

describe('a test that waits', () => {
  const busy = { ns: 1e6, cpuNs: 1e6, preemptions: 0 };
  const rested = { ns: 1e6, cpuNs: 0, preemptions: 0 };
  const kept = { ns: 5e6, cpuNs: 1e6, preemptions: 1 };

  it('is one that rests more than a tenth of a typical round', () => {
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 1e6 }))).to.equal(false);
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 0.91e6 }))).to.equal(false);
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 0.89e6 }))).to.equal(true);
    expect(testWaits(times(9, (i) => (i < 4 ? rested : busy)))).to.equal(false);
    expect(testWaits(times(9, (i) => (i < 5 ? rested : busy)))).to.equal(true);
    expect(testWaits(times(9, { ns: 0, cpuNs: 0 }))).to.equal(false);
  });

  it('is not one that others keep from running, however often', () => {
    expect(testWaits(times(9, kept))).to.equal(false);
    expect(testWaits(times(9, (i) => (i < 5 ? kept : busy)))).to.equal(false);
    expect(testWaits(times(9, (i) => (i < 8 ? kept : busy)))).to.equal(false);
  });

  it('is one beside neighbours, too: of the rounds that nobody interrupted most have to rest', () => {
    expect(testWaits(times(9, (i) => (i < 4 ? kept : rested)))).to.equal(true);
    expect(testWaits(times(9, (i) => (i < 4 ? kept : i < 7 ? rested : busy)))).to.equal(true);
    expect(testWaits(times(9, (i) => (i < 5 ? kept : i < 7 ? rested : busy)))).to.equal(false);
  });

  it('is told where the system does not count who took the processor away', () => {
    expect(testWaits(times(9, { ...rested, preemptions: NaN }))).to.equal(true);
    expect(testWaits(times(9, { ...busy, preemptions: NaN }))).to.equal(false);
  });

  it('may be any that nobody interrupted, where there are fewer than three rounds', () => {
    expect(testWaits(times(2, busy))).to.equal(true);
    expect(testWaits([busy, kept])).to.equal(false);
    expect(testWaits(times(3, busy))).to.equal(false);
  });
});

describe('the parts of a run', () => {
  const slice = (perCall, calls = 1000, phase = 'counted') => ({ ns: perCall * calls + 20, calls, phase });
  const none = () => [];
  const sizes = ({ used, cold }) => [cold.length, used.length];
  const parts = (rounds, goal = { count: 1 }, disturbed = none()) => partsOf(rounds, disturbed, goal, 20);

  it('are what was measured, for a time', () => {
    const rounds =
      [slice(500, 1, 'cold'), ...times(5, slice(50, 100, 'warm-up')), ...times(6, slice(10, 1000, 'measured'))];
    expect(parts(rounds, { seconds: 1 })).to.deep.equal({ used: rounds.slice(6), cold: [] });
  });

  it('are cold ones and others, for a count', () => {
    const rounds = [...times(3, slice(500)), ...times(20, slice(50))];
    expect(parts(rounds)).to.deep.equal({ cold: rounds.slice(0, 3), used: rounds.slice(3) });
  });

  it('have no cold ones up to 25 % above the rest', () => {
    expect(sizes(parts([...times(3, slice(62.4)), ...times(20, slice(50))]))).to.deep.equal([0, 23]);
    expect(sizes(parts([...times(3, slice(62.6)), ...times(20, slice(50))]))).to.deep.equal([3, 20]);
  });

  it('have cold ones up to the first of four that are as fast, in the middle', () => {
    expect(sizes(parts([slice(500), slice(50), slice(500), slice(500), slice(500), ...times(20, slice(50))])))
      .to.deep.equal([5, 20]);
    // of the four from the second on, three are fast
    expect(sizes(parts([slice(500), slice(50), slice(50), slice(500), slice(50), ...times(20, slice(50))])))
      .to.deep.equal([1, 24]);
  });

  it('have no cold ones where these would be more than half of the calls', () => {
    // a later half that is fast: 24 of 48 slow ones come first; 26 of 51 are too many
    expect(sizes(parts([...times(24, slice(200)), ...times(24, slice(100))]))).to.deep.equal([24, 24]);
    expect(sizes(parts([...times(26, slice(200)), ...times(25, slice(100))]))).to.deep.equal([0, 51]);
  });

  it('have none that ran cold, for a time either', () => {
    const rounds = [...times(3, slice(62.6, 1000, 'measured')), ...times(20, slice(50, 1000, 'measured'))];
    expect(parts(rounds, { seconds: 1 })).to.deep.equal({ used: rounds.slice(3), cold: [] });
    expect(sizes(
      parts([...times(3, slice(62.4, 1000, 'measured')), ...times(20, slice(50, 1000, 'measured'))], { seconds: 1 })))
        .to.deep.equal([0, 23]);
  });

  it('are those of the top tier of V8, where twelve of them remain', () => {
    for (const phase of ['measured', 'counted']) {
      const goal = phase === 'measured' ? { seconds: 1 } : { count: 1 };
      for (const [top, below, expected] of [[12, 8, 12], [11, 9, 20], [20, 0, 20], [0, 20, 20], [12, 400, 12]]) {
        const rounds =
          times(top + below, (i) => ({ ...slice(50, 1000, phase), tier: i < top ? 'optimized' : 'maglev' }));
        const { used } = parts(rounds, goal);
        expect(used, `${top} of ${top + below}`).to.have.length(expected);
        if (expected === 12) expect(new Set(used.map(({ tier }) => tier))).to.deep.equal(new Set(['optimized']));
      }
    }
  });

  it('take a tier that is not known, or does not matter, for the top', () => {
    const rounds =
      times(20, (i) => ({ ...slice(50, 1000, 'measured'), tier: i < 6 ? null : i < 12 ? 'optimized' : 'interpreter' }));
    expect(parts(rounds, { seconds: 1 }).used).to.deep.equal(rounds.slice(0, 12));
  });

  it('leave out what is short, but not from the cold ones', () => {
    const rounds =
      [slice(5000, 1), ...times(4, slice(50, 499)), ...times(4, slice(50, 500)), ...times(4, slice(50, 1000))];
    expect(sizes(parts(rounds))).to.deep.equal([1, 8]);
  });

  it('leave out what was disturbed', () => {
    const rounds = times(10, (i) => slice(50 + i / 10));
    const { used } = parts(rounds, { count: 1 }, times(10, (i) => i === 4));
    expect(used).to.deep.equal(rounds.filter((_, i) => i !== 4));
    const measured = times(10, slice(50, 1000, 'measured'));
    expect(sizes(parts(measured, { seconds: 1 }, times(10, (i) => i > 6)))).to.deep.equal([0, 7]);
  });

  it('are all there is where all was disturbed', () => {
    const rounds = times(3, slice(50));
    expect(parts(rounds, { count: 1 }, [true, true, true])).to.deep.equal({ used: rounds, cold: [] });
  });

  it('are those before the measuring where there was no time for it', () => {
    expect(sizes(parts([slice(5e9, 1, 'cold')], { seconds: 1 }))).to.deep.equal([0, 1]);
  });

  it('take the clock off before they are compared', () => {
    // 20 ns of clock and 5 of the body in slices of one call: no slower than the long ones
    const rounds = [...times(8, slice(5, 1)), ...times(20, slice(5))];
    expect(parts(rounds).cold).to.deep.equal([]);
  });
});

describe('a run that is sorted out', () => {
  const slice = (lostNs, more) =>
    ({ phase: 'measured', calls: 1000, ns: 5e5 + lostNs, cpuNs: 5e5, referenceNs: 0.4, preemptions: lostNs > 0 ? 1 : 0,
      ...more });
  const other = slice(0, { cpuNs: 499e3 });

  it('has only what was left alone in it, where others had the processor for most of the time', () => {
    const rounds = [other, ...times(59, (i) => slice(i % 4 ? 4e6 : 0))];
    const { waits, disturbed, used } = sortOut({ rounds, clockCostNs: 20 }, { seconds: 1 });
    expect(waits).to.equal(false);
    expect(used).to.deep.equal(rounds.filter(({ ns }) => ns < 1e6));
    expect(at(disturbed)).to.deep.equal(rounds.map(({ ns }, i) => (ns > 1e6 ? i : -1)).filter((i) => i >= 0));
  });

  it('has all of it where the test waits by itself', () => {
    const rounds = [other, ...times(59, slice(4e6, { preemptions: 0 }))];
    const { waits, used } = sortOut({ rounds, clockCostNs: 20 }, { seconds: 1 });
    expect(waits).to.equal(true);
    expect(used).to.have.length(60);
  });
});
