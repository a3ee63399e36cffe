'use strict';

const { expect } = require('chai');
const { findDisturbedRounds, testWaits, splitRounds } = require('#lib/core/estimate/rounds');
const { isInterrupted, isIdle } = require('#lib/core/samples/round');
const { summarize } = require('#lib/core/estimate/summary');
const recorded = require('../fixtures/recorded-rounds.json');
const { range } = require('../helpers/numbers');
const { roundsOf } = require('../helpers/record-rounds');

const TICK_NS = 15.625e6; // of Windows

const times = (n, one) => range(n, (i) => (typeof one === 'function' ? one(i) : one));
const at = (flags) => flags.map((flag, i) => (flag ? i : -1)).filter((i) => i >= 0);

it('a round is interrupted if more than 20 microseconds, and more than 1 %, are missing; idle above 10 %', () => {
  for (const [ns, cpuNs, interrupted, idle, grainNs] of [
    [5e5, 5e5 - 2e4, false, false], [5e5, 5e5 - 20001, true, false], [1e7, 1e7 - 1e5, false, false],
    [1e7, 1e7 - 100001, true, false], [1e6, 5e6, false, false], [1e6, 0.9e6, true, false],
    [1e6, 0.9e6 - 1, true, true], [0, 0, false, false], [1e6, 0.9e6, false, false, 1e5],
  ]) {
    expect({ isInterrupted: isInterrupted(ns, cpuNs, grainNs), isIdle: isIdle(ns, cpuNs) }, `${ns} ${cpuNs}`)
      .to.deep.equal({ isInterrupted: interrupted, isIdle: idle });
  }
});

describe('a disturbed round', () => {
  // One round is not a multiple of other rounds: the processor's clock counts microseconds.
  const usual = { ns: 5e5, cpuNs: 5e5 };
  const other = { ns: 5e5, cpuNs: 499e3 };
  const some = (n, one) => [other, ...times(n - 1, one)];

  it('is interrupted, or jumps', () => {
    for (const [one, isDisturbed] of [
      [usual, false], [{ ns: -1, cpuNs: 5e5 }, true], [{ ns: 0, cpuNs: 0 }, false],
      [{ ns: 5.2e5, cpuNs: 5e5 }, false], [{ ns: 5.21e5, cpuNs: 5e5 }, true],
      [{ ns: 1e7, cpuNs: 9.9e6 }, false], [{ ns: 1e7, cpuNs: 9.899e6 }, true], [{ ns: 5e5, cpuNs: 5e6 }, false],
      // Not preempted, it waited for its other threads, unless it was stopped for more than a tenth.
      [{ ns: 1e7, cpuNs: 9.2e6, preemptions: 0 }, false], [{ ns: 1e7, cpuNs: 8.9e6, preemptions: 0 }, true],
      [{ ns: 5e5, cpuNs: 4.4e5, preemptions: 0 }, false], [{ ns: 1e7, cpuNs: 9.8e6, preemptions: 1 }, true],
    ]) {
      const rounds = some(20, usual);
      rounds[7] = one;
      expect(at(findDisturbedRounds(rounds, false)), JSON.stringify(one)).to.deep.equal(isDisturbed ? [7] : []);
    }
    const most = some(20, usual).map((one, i) => (i >= 5 ? { ns: 4.5e6, cpuNs: 5e5 } : one));
    expect(at(findDisturbedRounds(most, false))).to.deep.equal(times(15, (i) => 5 + i));
  });

  it('is, by a coarse clock of the processor, idle for more than half and 20 ms', () => {
    const coarse = { ns: 5e5, cpuNs: 5e5 };
    const few = { ns: 5e5, cpuNs: 4e5 }; // a step of 0.1 ms
    const mixed = (odd) => times(20, (i) => (i < 9 ? odd : i < 12 ? few : coarse));
    expect(at(findDisturbedRounds(mixed({ ns: 50e6, cpuNs: 1e6 }), false))).to.deep.equal(times(9, (i) => i));
    for (const odd of [{ ns: 50e6, cpuNs: 25e6 }, { ns: 20e6, cpuNs: 0 }, { ns: 1e6, cpuNs: 0 }]) {
      expect(at(findDisturbedRounds(mixed(odd), false))).to.deep.equal([]);
    }
    // Steps of 99 microseconds are fine enough.
    expect(at(findDisturbedRounds(times(20, (i) => ({ ns: 5e5, cpuNs: i === 3 ? 396e3 : 495e3 })), false)))
      .to.deep.equal([3]);
    // A clock that stands still
    expect(at(findDisturbedRounds(times(20, (i) => ({ ns: i === 3 ? 3e7 : 5e5, cpuNs: 0 })), false)))
      .to.deep.equal([3]);
  });

  it('is, of a test that waits, only one with a jump of the clock', () => {
    const rounds = some(20, { ns: 50e6, cpuNs: 1e6 });
    rounds[3] = { ns: -5, cpuNs: 1e6 };
    expect(at(findDisturbedRounds(rounds, true))).to.deep.equal([3]);
  });
});

describe('a test that waits', () => {
  const busy = { ns: 1e6, cpuNs: 1e6, preemptions: 0 };
  const idle = { ns: 1e6, cpuNs: 0, preemptions: 0 };
  const taken = { ns: 5e6, cpuNs: 1e6, preemptions: 1 };
  const mixed = (...parts) => parts.flatMap(([n, one]) => times(n, one));

  it('is idle for more than a tenth of a typical round, and of most rounds without a preemption', () => {
    for (const [rounds, waits] of [
      [times(9, { ns: 1e6, cpuNs: 0.91e6 }), false], [times(9, { ns: 1e6, cpuNs: 0.89e6 }), true],
      [mixed([4, idle], [5, busy]), false], [mixed([5, idle], [4, busy]), true],
      [times(9, { ns: 0, cpuNs: 0 }), false], [times(9, taken), false], [mixed([8, taken], [1, busy]), false],
      [mixed([4, taken], [5, idle]), true], [mixed([4, taken], [3, idle], [2, busy]), true],
      [mixed([5, taken], [2, idle], [2, busy]), false],
      // The system does not count preemptions.
      [times(9, { ...idle, preemptions: NaN }), true], [times(9, { ...busy, preemptions: NaN }), false],
      // Fewer than three rounds
      [times(2, busy), true], [[busy, taken], false], [times(3, busy), false],
    ]) {
      // So that the processor's clock counts microseconds
      const odd = rounds.map((one, i) => (i ? one : { ...one, cpuNs: one.cpuNs + 1000 }));
      expect(testWaits(odd), JSON.stringify(rounds)).to.equal(waits);
    }
  });

  it('is idle for more than half of the time by ticks, which most rounds miss', () => {
    const ticking = (n, share) => times(n, (i) => ({ ns: 1e6, calls: 1000, cpuNs: i % 20 < share ? TICK_NS : 0 }));
    for (const [rounds, waits] of [
      [ticking(200, 1), false], [ticking(200, 0), true], [ticking(60, 0), true], [ticking(59, 0), false],
      [times(200, (i) => ({ ns: 1e6, calls: 1000, cpuNs: i % 40 ? 0 : TICK_NS })), true],
    ]) expect(testWaits(rounds), JSON.stringify(rounds)).to.equal(waits);
  });
});

describe('a run on a busy machine whose processor clock has ticks of 15.6 ms', () => {
  for (const { name, goal, wallclockNs, samples } of recorded) {
    it(`has the time of ${name} that it has with a fine clock`, () => {
      const rounds = roundsOf(samples.rounds);
      const nsPerCall = (own) => summarize(
        { threads: { ns: 0, cpuNs: 0 }, ...samples, rounds: own }, goal, wallclockNs).nsPerCall;
      let cpuNs = 0;
      const ticks = () => Math.floor(cpuNs / TICK_NS) * TICK_NS;
      const coarse = rounds.map((one) => {
        const before = ticks();
        cpuNs += one.cpuNs;
        return { ...one, cpuNs: ticks() - before, preemptions: NaN, queuedNs: NaN };
      });
      expect(nsPerCall(coarse) / nsPerCall(rounds)).to.be.within(0.9, 1.1);
    });
  }
});

describe('the parts of a run', () => {
  const slice = (perCall, calls = 1000, phase = 'counted') => ({ ns: perCall * calls + 20, calls, phase });
  const partsAndMix = (rounds, goal = { count: 1 }, disturbed = []) => splitRounds(rounds, disturbed, goal, 20);
  const parts = (...given) => {
    const { used, cold } = partsAndMix(...given);
    return { used, cold };
  };
  const equal = (n, ...given) => times(n, () => slice(...given));
  const TIME = { seconds: 1 };

  it('are the measured rounds, or cold and other rounds of a count', () => {
    const timed = [slice(500, 1, 'cold'), ...equal(5, 50, 100, 'warm-up'), ...equal(6, 10, 1000, 'measured')];
    expect(parts(timed, TIME)).to.deep.equal({ used: timed.slice(6), cold: [] });
    const counted = [...equal(3, 500), ...equal(20, 50)];
    expect(parts(counted)).to.deep.equal({ cold: counted.slice(0, 3), used: counted.slice(3) });
    expect(parts([slice(5e9, 1, 'cold')], TIME).used).to.have.length(1);
  });

  it('have cold rounds up to the first of four that is as fast as the later half, within 25 %', () => {
    for (const [rounds, cold, used] of [
      [[...equal(3, 62.4), ...equal(20, 50)], 0, 23], [[...equal(3, 62.6), ...equal(20, 50)], 3, 20],
      [[slice(500), slice(50), ...equal(3, 500), ...equal(20, 50)], 5, 20],
      // Three of the four from the second round are fast.
      [[slice(500), slice(50), slice(50), slice(500), slice(50), ...equal(20, 50)], 1, 24],
      // Not more than half of the calls
      [[...equal(24, 200), ...equal(24, 100)], 24, 24], [[...equal(26, 200), ...equal(25, 100)], 0, 51],
      // Slow and fast rounds alternate.
      [times(40, (i) => slice(i % 2 ? 100 : 200)), 1, 39],
      // Short rounds are not used.
      [[slice(5000, 1), ...equal(4, 50, 499), ...equal(4, 50, 500), ...equal(4, 50, 1000)], 1, 8],
      // The clock is subtracted.
      [[...equal(8, 5, 1), ...equal(20, 5)], 0, 20],
    ]) {
      const found = parts(rounds);
      expect({ cold: found.cold.length, used: found.used.length }).to.deep.equal({ cold, used });
    }
  });

  it('exclude slow measured rounds at the beginning, but not a single one', () => {
    const measured = (...given) => equal(given.shift(), given.shift(), 1000, 'measured');
    const rounds = [...measured(3, 62.6), ...measured(20, 50)];
    expect(parts(rounds, TIME)).to.deep.equal({ used: rounds.slice(3), cold: [] });
    for (const kept of [[...measured(3, 62.4), ...measured(20, 50)], [...measured(1, 500), ...measured(20, 50)]]) {
      expect(parts(kept, TIME).used).to.have.length(kept.length);
    }
  });

  it('use the top tier, or unknown tiers, if twelve rounds remain', () => {
    for (const phase of ['measured', 'counted']) {
      for (const [top, below, expected] of [[12, 8, 12], [11, 9, 20], [20, 0, 20], [0, 20, 20], [12, 400, 12]]) {
        const rounds = times(top + below, (i) => (
          { ...slice(50, 1000, phase), tier: i >= top ? 'maglev' : i % 2 ? 'optimized' : null }));
        const { used } = parts(rounds, phase === 'measured' ? TIME : { count: 1 });
        expect(used, `${top} of ${top + below}`).to.have.length(expected);
        if (expected === 12) expect(used).to.deep.equal(rounds.slice(0, 12));
      }
    }
  });

  it('exclude disturbed rounds unless all are', () => {
    const rounds = times(10, (i) => slice(50 + i / 10));
    expect(parts(rounds, { count: 1 }, times(10, (i) => i === 4)).used).to.deep.equal(rounds.filter((_, i) => i !== 4));
    expect(parts(equal(10, 50, 1000, 'measured'), TIME, times(10, (i) => i > 6)).used).to.have.length(7);
    expect(parts(rounds, { count: 1 }, times(10, true))).to.deep.equal({ used: rounds, cold: [] });
  });

  it('include disturbed rounds of slow calls if most are disturbed', () => {
    const rounds = [slice(9e7, 1, 'cold'), ...times(20, (i) => slice(5e7 + i, 1, 'measured'))];
    for (const [disturbed, isMixed, used] of [[10, false, 10], [12, true, 20], [21, true, 20]]) {
      const found = partsAndMix(rounds, TIME, times(21, (i) => i >= 21 - disturbed));
      expect({ isMixed: found.isMixed, used: found.used.length }, `${disturbed}`).to.deep.equal({ isMixed, used });
    }
  });
});
