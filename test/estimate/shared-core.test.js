'use strict';

const { expect } = require('chai');
const { includeUnshared, separateShared } = require('#lib/core/estimate/rounds');
const { summarize } = require('#lib/core/estimate/summary');
const { range } = require('../helpers/numbers');
const { mulberry32 } = require('../helpers/random');
const { roundOf: wholeRoundOf, samplesOf } = require('../helpers/suite-sources');

const MHZ = 4000;

const roundOf = (turnCycles, more) => ({ turnNs: turnCycles * 1000 / MHZ, mhz: MHZ, ...more });

/** Rounds with an unshared and with a shared core, as observed. */
const next = mulberry32(7);
const alone = (n, level = 1) => range(n, () => roundOf(level * (1.002 + 0.006 * next())));
const shared = (n, level = 1.3) => range(n, () => roundOf(level + 0.9 * next()));

const expectAlone = (rounds, kept = rounds) => (
  expect(separateShared(rounds)).to.deep.equal({ alone: kept, shared: null }));
const warningOf = (rounds, ...more) => separateShared(rounds, ...more).shared;

describe('separateShared', () => {
  it('keeps all rounds if the empty loop takes the same in each, or is unrolled', () => {
    for (const level of [1, 2, 1.5, 0.97, 4.5]) expectAlone(alone(40, level));
    expectAlone(range(60, (i) => roundOf(i % 3 ? 0.438 : 0.391)));
    // Two iterations per cycle are not unrolled.
    expect(warningOf(shared(40, 0.5)).code).to.equal('shared-core');
    // 5 % more does not indicate another program.
    expectAlone([...alone(33), ...range(3, () => roundOf(1.05))]);
  });

  it('keeps all rounds with a warning if too few had an unshared core', () => {
    const { alone: kept, shared: warning } = separateShared(shared(40));
    expect(kept).to.have.length(40);
    expect(warning.code).to.equal('shared-core');
    expect(warning.leastCycles).to.be.within(1.3, 1.5);
    expect(warning.usualCycles).to.be.within(1.5, 2);
    const few = [...alone(9), ...shared(31)];
    expect(separateShared(few).alone).to.equal(few);
    // A quarter, but fewer than twelve
    for (const rounds of [few, [...alone(9), ...shared(11)]]) expect(warningOf(rounds).code).to.equal('shared-core');
    expect(warningOf(shared(40), 5000), 'the clock of a page').to.equal(null);
  });

  it('drops shared rounds if at least a quarter, and twelve, had an unshared core, or if they are few', () => {
    const quiet = alone(13);
    // The core was shared at the end of the last unshared round.
    expectAlone([...shared(17), ...quiet, ...shared(17)], quiet.slice(0, 12));
    expect(warningOf([...shared(17), ...quiet.slice(1), ...shared(17)])).to.not.equal(null);
    const many = alone(33);
    expectAlone([...shared(7), ...many], many);
    expectAlone([...many, ...shared(7)], many.slice(0, -1));
    expectAlone([...shared(3), ...range(3, () => ({ turnNs: NaN, mhz: MHZ })), ...many], many);
  });

  it('warns if the figure may be off by more than 5 %', () => {
    const moving = (level, share) => range(40, (i) => roundOf(level * (1 + share * i / 40)));
    expect(warningOf(moving(1.44, 0.08))).to.equal(null);
    expect(warningOf(moving(1.44, 0.15))).to.include({ code: 'shared-core' });
    // A third is within 2 % of the least, but is not an integer number of cycles.
    expect(warningOf([...range(14, (i) => roundOf(1.44 + 0.001 * i)), ...range(26, (i) => roundOf(1.5 + 0.01 * i))]))
      .to.include({ code: 'shared-core' });
  });

  it('uses cycles, because the clock rate changes, and needs twelve of them', () => {
    const rounds = range(40, (i) => ({ turnNs: i < 20 ? 0.25 : 0.3, mhz: i < 20 ? 4000 : 4000 / 1.2 }));
    // The round after the step gets the faster rate.
    expectAlone(rounds, rounds.filter((_, i) => i !== 19 && i !== 20));
    expect(warningOf(rounds.map((one, i) => (i % 3 === 0 ? { ...one, mhz: one.mhz / 1.5 } : one)))).to.equal(null);
    for (const more of [{ mhz: NaN }, { turnNs: NaN }, { turnNs: undefined }, { turnNs: -1 }]) {
      expectAlone(shared(40).map((one) => ({ ...one, ...more })));
    }
    for (const n of [0, 11]) expectAlone(shared(n));
  });

  it('extends an interval by the slowdown of the empty loop, 2.5 at most', () => {
    const lowOf = (leastCycles, usualCycles, code = 'shared-core') => {
      const row = { nsLow: 90, nsHigh: 110, warnings: [{ code: 'busy' }, { code, leastCycles, usualCycles }] };
      includeUnshared(row);
      expect(row.nsHigh).to.equal(110);
      return row.nsLow;
    };
    expect(lowOf(1, 1.5)).to.equal(60);
    // The core was shared all the time: an unshared iteration takes 1 cycle.
    expect(lowOf(1.2, 1.5)).to.equal(60);
    expect(lowOf(2.02, 3.03)).to.be.closeTo(60, 1e-9);
    expect(lowOf(0.5, 0.9)).to.be.closeTo(50, 1e-9);
    expect(lowOf(1, 8)).to.equal(36);
    expect(lowOf(1, 1.5, 'few-calls')).to.equal(90);
    const unknown = { nsLow: null, nsHigh: null, warnings: [{ code: 'shared-core', leastCycles: 1, usualCycles: 2 }] };
    includeUnshared(unknown);
    expect(unknown.nsLow).to.equal(null);
  });

  it('applies to times and to fixed numbers of calls', () => {
    const measured = (rounds, ns, phase) => rounds.map((one) => wholeRoundOf(ns, 0, { ...one, phase }));
    for (const [phase, goal] of [['measured', { seconds: 1 }], ['counted', { count: 91000 }]]) {
      const disturbed = measured(shared(60), 150, phase);
      const mixed = summarize(samplesOf([...measured(alone(31), 100, phase), ...disturbed]), goal, 1e9);
      expect(mixed.nsPerCall).to.be.closeTo(100, 0.1);
      expect(mixed.rounds).to.equal(30);
      expect(mixed.count).to.equal(goal.count || 30000);
      const all = summarize(samplesOf(disturbed), goal, 1e9);
      expect(all.nsPerCall).to.be.closeTo(150, 0.1);
      expect([mixed, all].map(({ warnings }) => warnings.some(({ code }) => code === 'shared-core')))
        .to.deep.equal([false, true]);
    }
  });
});
