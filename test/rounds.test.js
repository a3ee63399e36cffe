'use strict';

const { expect } = require('chai');
const { column, netNs, disturbedRounds, testWaits, partsOf } = require('../lib/rounds');

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

describe('a disturbed round', () => {
  const usual = { ns: 1.5e6, cpuNs: 1.5e6 };

  const cases = [
    ['that went as usual', usual, false],
    ['in which the clock was set back', { ns: -1, cpuNs: 1.5e6 }, true],
    ['that took no time at all', { ns: 0, cpuNs: 0 }, false],
    ['that rested a tenth', { ns: 2e6, cpuNs: 1.8e6 }, false],
    ['that rested more than a tenth', { ns: 2e6, cpuNs: 1.79e6 }, true],
    ['that rested more than a tenth, but not 0.1 ms', { ns: 2e5, cpuNs: 1.01e5 }, false],
    ['that rested half', { ns: 3e6, cpuNs: 1.5e6 }, true],
    ['of which the processor knows more than the clock', { ns: 1e6, cpuNs: 5e6 }, false],
  ];
  for (const [name, one, is] of cases) {
    it(`is ${is ? '' : 'not '}one ${name}`, () => {
      const rounds = times(20, usual);
      rounds[7] = one;
      expect(at(disturbedRounds(rounds, false))).to.deep.equal(is ? [7] : []);
    });
  }

  it('is a quarter of them at the most: beyond that, processor times are too coarse to tell', () => {
    const rested = { ns: 2e6, cpuNs: 1e6 };
    expect(at(disturbedRounds(times(20, (i) => (i < 5 ? rested : usual)), false))).to.deep.equal([0, 1, 2, 3, 4]);
    expect(at(disturbedRounds(times(20, (i) => (i < 6 ? rested : usual)), false))).to.deep.equal([]);
  });

  it('is any that rested more than half and 20 ms, however many', () => {
    const slept = { ns: 50e6, cpuNs: 1e6 };
    expect(at(disturbedRounds(times(20, (i) => (i < 9 ? slept : usual)), false))).to.deep.equal(times(9, (i) => i));
    const half = { ns: 50e6, cpuNs: 25e6 };
    expect(at(disturbedRounds(times(20, (i) => (i < 9 ? half : usual)), false))).to.deep.equal([]);
    const brief = { ns: 20e6, cpuNs: 0 };
    expect(at(disturbedRounds(times(20, (i) => (i < 9 ? brief : usual)), false))).to.deep.equal([]);
  });

  it('is, of a test that waits, only one in which the clock was set back', () => {
    const rounds = times(20, { ns: 50e6, cpuNs: 1e6 });
    rounds[3] = { ns: -5, cpuNs: 1e6 };
    expect(at(disturbedRounds(rounds, true))).to.deep.equal([3]);
  });
});

describe('a test that waits', () => {
  it('is one that rests more than a tenth of a typical round', () => {
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 1e6 }))).to.equal(false);
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 0.91e6 }))).to.equal(false);
    expect(testWaits(times(9, { ns: 1e6, cpuNs: 0.89e6 }))).to.equal(true);
    expect(testWaits(times(9, (i) => ({ ns: 1e6, cpuNs: i < 4 ? 0 : 1e6 })))).to.equal(false);
    expect(testWaits(times(9, (i) => ({ ns: 1e6, cpuNs: i < 5 ? 0 : 1e6 })))).to.equal(true);
    expect(testWaits(times(9, { ns: 0, cpuNs: 0 }))).to.equal(true);
  });

  it('may be any, where there are fewer than three rounds', () => {
    expect(testWaits(times(2, { ns: 1e6, cpuNs: 1e6 }))).to.equal(true);
    expect(testWaits(times(3, { ns: 1e6, cpuNs: 1e6 }))).to.equal(false);
  });
});

describe('the parts of a run', () => {
  const slice = (perCall, calls = 1000, phase = 'counted') => ({ ns: perCall * calls + 20, calls, phase });
  const none = () => [];
  const sizes = ({ used, cold }) => [cold.length, used.length];
  const parts = (rounds, goal = { count: 1 }, disturbed = none()) => partsOf(rounds, disturbed, goal, 20);

  it('are what was measured, for a time', () => {
    const rounds = [slice(500, 1, 'cold'), ...times(5, slice(50, 100, 'warm-up')), ...times(6, slice(10, 1000, 'measured'))];
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
    expect(sizes(parts([slice(500), slice(50), slice(500), slice(500), slice(500), ...times(20, slice(50))]))).to.deep.equal([5, 20]);
    // of the four from the second on, three are fast
    expect(sizes(parts([slice(500), slice(50), slice(50), slice(500), slice(50), ...times(20, slice(50))]))).to.deep.equal([1, 24]);
  });

  it('have no cold ones where these would be more than half of the calls', () => {
    // a later half that is fast: 24 of 48 slow ones come first; 26 of 51 are too many
    expect(sizes(parts([...times(24, slice(200)), ...times(24, slice(100))]))).to.deep.equal([24, 24]);
    expect(sizes(parts([...times(26, slice(200)), ...times(25, slice(100))]))).to.deep.equal([0, 51]);
  });

  it('leave out what is short, but not from the cold ones', () => {
    const rounds = [slice(5000, 1), ...times(4, slice(50, 499)), ...times(4, slice(50, 500)), ...times(4, slice(50, 1000))];
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
