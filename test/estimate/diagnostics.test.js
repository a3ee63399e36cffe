'use strict';

const { expect } = require('chai');
const { diagnoseRun, findRemovedWork } = require('../../lib/estimate/diagnostics');
const { sortOut } = require('../../lib/estimate/rounds');

const NS = 5e5;
// The first one tells that the processor's clock counts microseconds.
const round = (more) =>
  ({ phase: 'measured', copy: 0, calls: 1000, ns: NS, cpuNs: NS, preemptions: 0, queuedNs: 0, tier: 'optimized',
    ...more });
const fine = round({ cpuNs: 499e3 });
const kept = (lostNs = 4e6) => round({ ns: NS + lostNs, preemptions: 1 });
const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));

/** The doubts of rounds; of a run of a second unless told otherwise. */
function doubts(rounds, { goal = { seconds: 1 }, wallclockNs = 1e9, ...samples } = {}) {
  const given = { rounds, clockCostNs: 20, ...samples };
  return diagnoseRun(given, sortOut(given, goal), goal, wallclockNs);
}
const codes = (...args) => doubts(...args).map(({ code }) => code);
const only = (list, code) => list.find((one) => one.code === code);

describe('doubts', () => {
  it('are none of a run that was left alone, in the top tier', () => {
    expect(doubts([fine, ...times(40, round())])).to.deep.equal([]);
    expect(doubts([fine, ...times(40, round({ tier: null }))])).to.deep.equal([]);
    expect(doubts([fine, ...times(40, round({ phase: 'counted' }))], { goal: { count: 41000 } })).to.deep.equal([]);
  });
});

describe('doubts about the tier', () => {
  const tiers = (names) => [fine, ...names.map((tier) => round({ tier }))];

  it('name the tier that took most of the time below the top, and its share', () => {
    const told = only(doubts(tiers([...times(24, 'optimized'), ...times(10, 'baseline'), ...times(5, 'maglev')])),
      'not-optimized');
    expect(told).to.deep.equal({ code: 'not-optimized', found: 'baseline', times: 1, share: 15 / 40 });
    const slow = [...times(24, 'optimized'), 'maglev', 'maglev'].map((tier) => round({ tier }));
    expect(only(doubts([...slow, round({ tier: 'interpreter', ns: 3 * NS, cpuNs: 3 * NS })]), 'not-optimized').found)
      .to.equal('interpreter');
  });

  it('tell how often optimised code was thrown away', () => {
    const back = times(40, (i) => (i % 10 === 9 ? 'interpreter' : 'optimized'));
    expect(only(doubts(tiers(back)), 'not-optimized')).to.include({ times: 4, found: 'interpreter' });
    // Of each loop around the test by itself
    const rounds = times(40, (i) => round({ copy: i % 2, tier: i % 2 ? 'baseline' : 'optimized' }));
    expect(only(doubts(rounds), 'not-optimized')).to.include({ times: 0, share: 0.5 });
    const late = times(40, (i) => round({ tier: i < 20 ? 'baseline' : 'optimized' }));
    expect(only(doubts(late), 'not-optimized')).to.include({ times: 0, share: 0.5 });
  });

  it('are none for up to a hundredth of the time, unless it was thrown away', () => {
    expect(codes([round({ tier: 'baseline' }), ...times(99, round()), fine])).to.deep.equal([]);
    expect(codes([round({ tier: 'baseline' }), ...times(97, round()), fine])).to.deep.equal(['not-optimized']);
    expect(codes([...times(150, round()), round({ tier: 'baseline' }), fine])).to.deep.equal(['not-optimized']);
  });

  it('are of what was measured, and not of the warm-up', () => {
    const warmUp = times(200, round({ phase: 'warm-up', tier: 'interpreter' }));
    expect(codes([...warmUp, fine, ...times(30, round())])).to.deep.equal([]);
    // but of the warm-up where there is nothing else
    expect(codes([{ ...fine, phase: 'warm-up' }, ...warmUp])).to.deep.equal(['not-optimized']);
  });

  it('are, for a count, of the rounds that are used', () => {
    const counted = (n, tier) => times(n, round({ phase: 'counted', tier }));
    expect(codes([fine, ...counted(20, 'optimized'), ...counted(20, 'baseline')], { goal: { count: 41000 } }))
      .to.deep.equal([]);
    expect(codes([fine, ...counted(9, 'optimized'), ...counted(30, 'baseline')], { goal: { count: 40000 } }))
      .to.deep.equal(['not-optimized']);
  });

  it('are of the times where V8 cannot be asked', () => {
    const rounds = [fine, ...times(30, round({ tier: null }))];
    const unsettled = { code: 'not-optimized', found: 'not-settled', times: 0, share: 0 };
    expect(doubts(rounds, { isAsked: false, isWarm: false })).to.deep.equal([unsettled]);
    expect(doubts(rounds, { isAsked: false, isWarm: true })).to.deep.equal([]);
    expect(doubts(rounds, { isAsked: true, isWarm: false })).to.deep.equal([]);
    expect(doubts(rounds, { isAsked: false, isWarm: false, goal: { count: 31000 } })).to.deep.equal([]);
  });
});

describe('doubts about the machine', () => {
  it('tell of interrupted rounds, and for how long, where that is over a hundredth of the time', () => {
    const rounds = [fine, ...times(40, round()), kept(), kept(3e6)];
    expect(doubts(rounds, { wallclockNs: 0.69e9 })).to.deep.equal([{ code: 'disturbed', rounds: 2, lostNs: 7e6 }]);
    expect(doubts(rounds, { wallclockNs: 0.71e9 })).to.deep.equal([]);
  });

  it('tell of a clock that was set, however short', () => {
    const rounds = [fine, ...times(40, round()), round({ ns: -5 })];
    expect(doubts(rounds)).to.deep.equal([{ code: 'disturbed', rounds: 1, lostNs: 0 }]);
  });

  it('tell of a run that took a tenth longer than its goal, and would have gone on for it', () => {
    const rounds = [fine, ...times(40, round())];
    const prolonged = (seconds, isProlonged = true) => doubts(rounds, { isProlonged, wallclockNs: seconds * 1e9 });
    expect(prolonged(2.5)).to.deep.equal([{ code: 'prolonged', seconds: 2.5, goalSeconds: 1 }]);
    expect(prolonged(1.11)).to.have.length(1);
    expect(prolonged(1.09)).to.deep.equal([]);
    expect(prolonged(2.5, false)).to.deep.equal([]);
  });

  it('give up where fewer than twelve rounds were left alone, and more were not', () => {
    const of = (good, bad, more) =>
      only(doubts([fine, ...times(good - 1, round()), ...times(bad, kept())], more), 'busy');
    expect(of(11, 12)).to.deep.equal({ code: 'busy', rounds: 23, kept: 11 });
    expect(of(12, 300)).to.equal(undefined);
    expect(of(11, 11)).to.equal(undefined);
    // Where it has gone on for them, in any case
    expect(of(11, 5, { isProlonged: true, wallclockNs: 3e9 })).to.include({ rounds: 16, kept: 11 });
    expect(of(12, 5, { isProlonged: true, wallclockNs: 3e9 })).to.equal(undefined);
  });

  it('have none kept where all were interrupted', () => {
    const rounds = times(20, (i) => kept(i ? 4e6 : 4001e3));
    rounds[0].cpuNs = 499e3;
    expect(only(doubts(rounds), 'busy')).to.deep.equal({ code: 'busy', rounds: 20, kept: 0 });
  });

  it('are of a test that ran while threads of other tests had over a tenth of its time', () => {
    const withThreads = (cpuNs) => doubts([fine, ...times(19, round())], { threads: { ns: 1e7, cpuNs } });
    expect(withThreads(1.01e6)).to.deep.equal([{ code: 'busy', rounds: 20, kept: 0 }]);
    expect(withThreads(0.99e6)).to.deep.equal([]);
  });

  it('are of a test that waits where others let it wait, for more than a twentieth of a typical round', () => {
    const waiting = (queuedNs) => times(20, round({ ns: 1e6, cpuNs: 1e5, queuedNs, tier: null }));
    expect(doubts(waiting(51e3))).to.deep.equal([{ code: 'busy', rounds: 20, kept: 0 }]);
    expect(doubts(waiting(49e3))).to.deep.equal([]);
    expect(doubts(waiting(NaN))).to.deep.equal([]);
    // What is not known does not count: ten rounds of nineteen waited for nobody
    const some = (waited, unknown) => times(19 + unknown, (i) => round(
      { ns: 1e6, cpuNs: 1e5, queuedNs: i < waited ? 5e5 : i < 19 ? 0 : NaN, tier: null }));
    expect(codes(some(9, 3))).to.deep.equal([]);
    expect(codes(some(10, 3))).to.deep.equal(['busy']);
    // of one that does not wait it says nothing
    expect(doubts([fine, ...times(20, round({ queuedNs: 4e5 }))])).to.deep.equal([]);
  });
});

const TURN_NS = 0.4;

const judged = (ns, notInlinedNs, inlinedNs = ns + TURN_NS) => (
  findRemovedWork(ns, TURN_NS, { notInlinedNs, inlinedNs }));

describe('findRemovedWork', () => {
  it('calls a test hoisted that takes many times as long if it is not inlined', () => {
    for (const [ns, notInlinedNs] of [[0.14, 9.7], [0, 2], [3.5, 28], [3.6, 19]]) {
      expect(judged(ns, notInlinedNs)).to.deep.equal({ code: 'hoisted', notInlinedNs, inputs: [] });
    }
  });

  it('calls a test folded that takes less than three quarters of a turn of the empty loop', () => {
    for (const ns of [-0.01, 0, 0.14, 0.29]) {
      for (const notInlinedNs of [0.3, 1.5, null]) {
        expect(judged(ns, notInlinedNs), `${ns}`).to.deep.equal({ code: 'folded', inputs: [] });
      }
    }
  });

  it('allows for the store of an object', () => {
    const verdicts = [0.41, 0.59, 0.61].map((ns) => findRemovedWork(ns, TURN_NS, {
      notInlinedNs: 0.5, inlinedNs: 1, keepsObject: true,
    }));
    expect(verdicts).to.deep.equal([{ code: 'folded', inputs: [] }, { code: 'folded', inputs: [] }, null]);
  });

  it('says nothing of tests that do their work, or that nothing is known of', () => {
    for (const [ns, notInlinedNs] of [
      [0.31, 0.3], [0.31, 1.8], [0.8, 0.4], [1.2, 2.7], [5.8, 9.1], [6, 17], [3, null],
    ]) {
      expect(judged(ns, notInlinedNs), `${ns}`).to.equal(null);
    }
    expect(judged(0.8, 7, 6), 'a test that had become slower').to.equal(null);
    expect(findRemovedWork(0.1, TURN_NS, null)).to.equal(null);
    expect(findRemovedWork(0.1, TURN_NS, undefined)).to.equal(null);
  });
});
