'use strict';

const { expect } = require('chai');
const { sortOut } = require('../../lib/estimate/rounds');
const { aloneOf } = require('../../lib/samples/shared-core');
const { summarize } = require('../../lib/estimate/summary');
const { mulberry32 } = require('../helpers/random');

const ENOUGH = 12;
const MHZ = 4000;

const roundOf = (turnCycles, more) => ({ turnNs: turnCycles * 1000 / MHZ, mhz: MHZ, ...more });
const times = (n, one) => Array.from({ length: n }, (_, i) => one(i));

/** Rounds of a core that is alone, and of one that is shared, as they were seen. */
const next = mulberry32(7);
const alone = (n, level = 1) => times(n, () => roundOf(level * (1.002 + 0.006 * next())));
const shared = (n, level = 1.3) => times(n, () => roundOf(level + 0.9 * next()));

describe('rounds beside others on the same core', () => {
  it('are all that count where the empty loop takes the same in each', () => {
    for (const level of [1, 2, 1.5, 0.97, 4.5]) {
      const rounds = alone(40, level);
      expect(aloneOf(rounds, ENOUGH)).to.deep.equal({ alone: rounds, shared: null });
    }
  });

  it('are told of where none, or too few, had the core to themselves', () => {
    const { alone: kept, shared: warning } = aloneOf(shared(40), ENOUGH);
    expect(kept).to.have.length(40);
    expect(warning.code).to.equal('shared-core');
    expect(warning.leastCycles).to.be.within(1.3, 1.5);
    expect(warning.usualCycles).to.be.within(1.5, 2);
    const few = [...alone(9), ...shared(31)];
    expect(aloneOf(few, ENOUGH).alone).to.equal(few);
    expect(aloneOf(few, ENOUGH).shared.code).to.equal('shared-core');
    expect(aloneOf(shared(40), ENOUGH, 5000).shared, 'the clock of a page').to.equal(null);
    // Enough for a quarter, and no twelve
    expect(aloneOf([...alone(9), ...shared(11)], ENOUGH).shared).to.not.equal(null);
  });

  it('are all that count where the loop was unrolled, which feels nobody', () => {
    const rounds = times(60, (i) => roundOf(i % 3 ? 0.438 : 0.391));
    expect(aloneOf(rounds, ENOUGH)).to.deep.equal({ alone: rounds, shared: null });
    // Two turns in a cycle are none of these.
    expect(aloneOf(shared(40, 0.5), ENOUGH).shared.code).to.equal('shared-core');
  });

  it('do not count where a quarter and twelve others had the core to themselves', () => {
    const quiet = alone(13);
    const all = [...shared(17), ...quiet, ...shared(17)];
    // Beside the last one the core was shared by its end.
    expect(aloneOf(all, ENOUGH)).to.deep.equal({ alone: quiet.slice(0, 12), shared: null });
    expect(aloneOf([...shared(17), ...quiet.slice(1), ...shared(17)], ENOUGH).shared).to.not.equal(null);
  });

  it('do not count where they are few: a mean feels each of them', () => {
    const quiet = alone(33);
    expect(aloneOf([...shared(7), ...quiet], ENOUGH)).to.deep.equal({ alone: quiet, shared: null });
    expect(aloneOf([...quiet, ...shared(7)], ENOUGH)).to.deep.equal({ alone: quiet.slice(0, -1), shared: null });
    const untold = times(3, () => ({ turnNs: NaN, mhz: MHZ }));
    expect(aloneOf([...shared(3), ...untold, ...quiet], ENOUGH)).to.deep.equal({ alone: quiet, shared: null });
    // 5 % more are no other program
    const level = [...quiet, ...times(3, () => roundOf(1.05))];
    expect(aloneOf(level, ENOUGH)).to.deep.equal({ alone: level, shared: null });
  });

  it('are told of if the figure may be off by more than 5 %', () => {
    const moving = (level, share) => times(40, (i) => roundOf(level * (1 + share * i / 40)));
    expect(aloneOf(moving(1.44, 0.08), ENOUGH).shared).to.equal(null);
    expect(aloneOf(moving(1.44, 0.15), ENOUGH).shared).to.include({ code: 'shared-core' });
    // A third of them lies within 2 % of the least, which is no more alone than the rest.
    const third = [...times(14, (i) => roundOf(1.44 + 0.001 * i)), ...times(26, (i) => roundOf(1.5 + 0.01 * i))];
    expect(aloneOf(third, ENOUGH).shared).to.include({ code: 'shared-core' });
  });

  it('are told by cycles, for the clock rate moves', () => {
    const rounds = times(40, (i) => ({ turnNs: i < 20 ? 0.25 : 0.3, mhz: i < 20 ? 4000 : 4000 / 1.2 }));
    // The one behind the step is brought to the faster rate.
    expect(aloneOf(rounds, ENOUGH))
      .to.deep.equal({ alone: rounds.filter((_, i) => i !== 19 && i !== 20), shared: null });
    const slip = rounds.map((one, i) => (i % 3 === 0 ? { ...one, mhz: one.mhz / 1.5 } : one));
    expect(aloneOf(slip, ENOUGH).shared).to.equal(null);
  });

  it('are not judged where their cycles cannot be told', () => {
    for (const more of [{ mhz: NaN }, { turnNs: NaN }, { turnNs: undefined }, { turnNs: -1 }]) {
      const rounds = shared(40).map((one) => ({ ...one, ...more }));
      expect(aloneOf(rounds, ENOUGH)).to.deep.equal({ alone: rounds, shared: null });
    }
    const few = shared(11);
    expect(aloneOf(few, ENOUGH)).to.deep.equal({ alone: few, shared: null });
    expect(aloneOf([], ENOUGH)).to.deep.equal({ alone: [], shared: null });
  });

  const measured = ({ turnNs, mhz }, ns) => ({
    phase: 'measured', turn: 0, copy: 0, calls: 1000, ns: ns * 1000, referenceNs: 0.25, mhz, turnNs, cpuNs: ns * 1000,
    preemptions: 0, queuedNs: 0, tier: 'optimized', heapBytes: 0,
  });
  const samplesOf = (rounds) =>
    ({ kind: 'sync', rounds, stopped: null, allocation: null, clockCostNs: 20, clockGrainNs: 20, cpuCostNs: 500,
      isWarm: true, isProlonged: false, isAsked: true });

  it('make no part of a figure, or stand behind it in brackets', () => {
    const quiet = alone(31).map((one) => measured(one, 100));
    const disturbed = shared(60).map((one) => measured(one, 150));
    const goal = { seconds: 1 };
    const mixed = summarize(samplesOf([...quiet, ...disturbed]), goal, 1e9);
    expect(mixed.nsPerCall).to.be.closeTo(100 - 0.25, 0.1);
    expect(mixed.rounds).to.equal(30);
    expect(mixed.warnings.map(({ code }) => code)).to.not.include('shared-core');
    const all = summarize(samplesOf(disturbed), goal, 1e9);
    expect(all.nsPerCall).to.be.closeTo(150 - 0.25, 0.1);
    expect(all.warnings.map(({ code }) => code)).to.include('shared-core');
    expect(sortOut(samplesOf(disturbed), goal).shared.code).to.equal('shared-core');
  });

  it('do not count in a fixed number of calls either, of which all are told', () => {
    const rounds = [...alone(31).map((one) => measured(one, 100)), ...shared(60).map((one) => measured(one, 150))].map(
      (one) => ({ ...one, phase: 'counted' }));
    const { count, rounds: used, nsPerCall } = summarize(samplesOf(rounds), { count: 91000 }, 1e9);
    expect([count, used]).to.deep.equal([91000, 30]);
    expect(nsPerCall).to.be.closeTo(100 - 0.25, 0.1);
  });
});
