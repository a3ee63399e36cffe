'use strict';

const { expect } = require('chai');
const { diagnoseRun, findRemovedWork } = require('#lib/core/estimate/diagnostics');
const { sortOut } = require('#lib/core/estimate/rounds');
const { range } = require('../helpers/numbers');
const { samplesOf } = require('../helpers/suite-sources');

const NS = 5e5;
const round = (more) =>
  ({ phase: 'measured', copy: 0, calls: 1000, ns: NS, cpuNs: NS, preemptions: 0, queuedNs: 0, tier: 'optimized',
    ...more });
// Shows that the processor's clock counts microseconds.
const fine = round({ cpuNs: 499e3 });
const interrupted = (lostNs = 4e6) => round({ ns: NS + lostNs, preemptions: 1 });
const times = (n, one) => range(n, (i) => (typeof one === 'function' ? one(i) : one));

/** The warnings for rounds; by default of a run of one second. */
function warningsOf(rounds, { goal = { seconds: 1 }, wallclockNs = 1e9, ...samples } = {}) {
  const given = samplesOf(rounds, samples);
  const found = [];
  diagnoseRun(given, sortOut(given, goal), goal, wallclockNs, (warning) => found.push(warning));
  return found;
}
const codes = (...args) => warningsOf(...args).map(({ code }) => code);
const only = (list, code) => list.find((one) => one.code === code);
const COUNT = { goal: { count: 41000 } };

describe('diagnostics of the tier', () => {
  const notOptimized = (...args) => only(warningsOf(...args), 'not-optimized');

  it('are none for undisturbed runs in the top tier, or in unknown tiers', () => {
    expect(warningsOf([fine, ...times(40, round())])).to.deep.equal([]);
    expect(warningsOf([fine, ...times(40, round({ tier: null }))])).to.deep.equal([]);
    expect(warningsOf([fine, ...times(40, round({ phase: 'counted' }))], COUNT)).to.deep.equal([]);
  });

  it('name the tier with most of the time below the top, and its share', () => {
    const tiers = [...times(24, 'optimized'), ...times(10, 'baseline'), ...times(5, 'maglev')];
    expect(notOptimized([fine, ...tiers.map((tier) => round({ tier }))]))
      .to.deep.equal({ code: 'not-optimized', found: 'baseline', times: 1, share: 15 / 40 });
    const slow = [...times(24, 'optimized'), 'maglev', 'maglev'].map((tier) => round({ tier }));
    expect(notOptimized([...slow, round({ tier: 'interpreter', ns: 3 * NS, cpuNs: 3 * NS })]).found)
      .to.equal('interpreter');
  });

  it('count deoptimizations, for each loop separately', () => {
    for (const [tierAt, copies, expected] of [
      [(i) => (i % 10 === 9 ? 'interpreter' : 'optimized'), 1, { times: 4, found: 'interpreter' }],
      [(i) => (i % 2 ? 'baseline' : 'optimized'), 2, { times: 0, share: 0.5 }],
      [(i) => (i < 20 ? 'baseline' : 'optimized'), 1, { times: 0, share: 0.5 }],
    ]) {
      expect(notOptimized(times(40, (i) => round({ copy: i % copies, tier: tierAt(i) })))).to.include(expected);
    }
  });

  it('are none up to 1 % of the time without a deoptimization', () => {
    expect(codes([round({ tier: 'baseline' }), ...times(99, round()), fine])).to.deep.equal([]);
    expect(codes([round({ tier: 'baseline' }), ...times(97, round()), fine])).to.deep.equal(['not-optimized']);
    expect(codes([...times(150, round()), round({ tier: 'baseline' }), fine])).to.deep.equal(['not-optimized']);
  });

  it('ignore the warm-up unless there is nothing else, and unused rounds of a count', () => {
    const warmUp = times(200, round({ phase: 'warm-up', tier: 'interpreter' }));
    expect(codes([...warmUp, fine, ...times(30, round())])).to.deep.equal([]);
    expect(codes([{ ...fine, phase: 'warm-up' }, ...warmUp])).to.deep.equal(['not-optimized']);
    const counted = (n, tier) => times(n, round({ phase: 'counted', tier }));
    expect(codes([fine, ...counted(20, 'optimized'), ...counted(20, 'baseline')], COUNT)).to.deep.equal([]);
    expect(codes([fine, ...counted(9, 'optimized'), ...counted(30, 'baseline')], COUNT))
      .to.deep.equal(['not-optimized']);
  });

  it('use the times if V8 does not report tiers', () => {
    const rounds = [fine, ...times(30, round({ tier: null }))];
    const unsettled = { code: 'not-optimized', found: 'not-settled', times: 0, share: 0 };
    expect(warningsOf(rounds, { isAsked: false, isWarm: false })).to.deep.equal([unsettled]);
    expect(warningsOf(rounds, { isAsked: false, isWarm: true })).to.deep.equal([]);
    expect(warningsOf(rounds, { isAsked: true, isWarm: false })).to.deep.equal([]);
    expect(warningsOf(rounds, { isAsked: false, isWarm: false, goal: { count: 31000 } })).to.deep.equal([]);
  });
});

describe('diagnostics of the machine', () => {
  it('report interrupted rounds above 1 % of the time, and any jump of the clock', () => {
    const rounds = [fine, ...times(40, round()), interrupted(), interrupted(3e6)];
    expect(warningsOf(rounds, { wallclockNs: 0.69e9 })).to.deep.equal([{ code: 'disturbed', rounds: 2, lostNs: 7e6 }]);
    expect(warningsOf(rounds, { wallclockNs: 0.71e9 })).to.deep.equal([]);
    expect(warningsOf([fine, ...times(40, round()), round({ ns: -5 })]))
      .to.deep.equal([{ code: 'disturbed', rounds: 1, lostNs: 0 }]);
  });

  it('report a prolonged run that took 10 % longer than its goal', () => {
    const prolonged = (seconds, isProlonged = true) =>
      warningsOf([fine, ...times(40, round())], { isProlonged, wallclockNs: seconds * 1e9 });
    expect(prolonged(2.5)).to.deep.equal([{ code: 'prolonged', seconds: 2.5, goalSeconds: 1 }]);
    expect([prolonged(1.11), prolonged(1.09), prolonged(2.5, false)].map(({ length }) => length))
      .to.deep.equal([1, 0, 0]);
  });

  it('report a busy machine if fewer than twelve rounds are undisturbed, and more are not', () => {
    const LATE = { isProlonged: true, wallclockNs: 3e9 };
    for (const [good, bad, more, expected] of [
      [11, 12, {}, { code: 'busy', rounds: 23, kept: 11 }], [12, 300, {}, undefined], [11, 11, {}, undefined],
      [11, 5, LATE, { code: 'busy', rounds: 16, kept: 11 }], [12, 5, LATE, undefined],
    ]) {
      const rounds = [fine, ...times(good - 1, round()), ...times(bad, interrupted())];
      expect(only(warningsOf(rounds, more), 'busy')).to.deep.equal(expected);
    }
    const none = times(20, (i) => interrupted(i ? 4e6 : 4001e3));
    none[0].cpuNs = 499e3;
    expect(only(warningsOf(none), 'busy')).to.deep.equal({ code: 'busy', rounds: 20, kept: 0 });
  });

  it('report a busy machine if threads of other tests had more than 10 % of the time', () => {
    const withThreads = (cpuNs) => warningsOf([fine, ...times(19, round())], { threads: { ns: 1e7, cpuNs } });
    expect(withThreads(1.01e6)).to.deep.equal([{ code: 'busy', rounds: 20, kept: 0 }]);
    expect(withThreads(0.99e6)).to.deep.equal([]);
  });

  it('report a busy machine if a waiting test is queued for more than 5 % of a typical round', () => {
    const waiting = (queuedNs) => (
      times(20, (i) => round({ ns: 1e6, cpuNs: i ? 1e5 : 101e3, queuedNs, tier: null })));
    expect(warningsOf(waiting(51e3))).to.deep.equal([{ code: 'busy', rounds: 20, kept: 0 }]);
    expect(warningsOf(waiting(49e3))).to.deep.equal([]);
    expect(warningsOf(waiting(NaN))).to.deep.equal([]);
    // Unknown rounds do not count.
    const some = (queued, unknown) => times(19 + unknown, (i) => round(
      { ns: 1e6, cpuNs: i ? 1e5 : 101e3, queuedNs: i < queued ? 5e5 : i < 19 ? 0 : NaN, tier: null }));
    expect(codes(some(9, 3))).to.deep.equal([]);
    expect(codes(some(10, 3))).to.deep.equal(['busy']);
    expect(warningsOf([fine, ...times(20, round({ queuedNs: 4e5 }))]), 'not waiting').to.deep.equal([]);
  });
});

describe('findRemovedWork', () => {
  const TURN_NS = 0.4;
  const hoisted = (notInlinedNs) => ({ code: 'hoisted', notInlinedNs, inputs: [] });
  const folded = { code: 'folded', inputs: [] };

  it('detects hoisted and folded bodies by the time without inlining', () => {
    for (const [ns, notInlinedNs, expected, more] of [
      [0.14, 9.7, hoisted(9.7)], [0, 2, hoisted(2)], [3.5, 28, hoisted(28)], [3.6, 19, hoisted(19)],
      [-0.01, 0.3, folded], [0, null, folded], [0.14, 1.5, folded], [0.29, 0.3, folded],
      [0.31, 0.3, null], [0.31, 1.8, null], [1.2, 2.7, null], [6, 17, null], [3, null, null],
      // The test became slower.
      [0.8, 7, null, { inlinedNs: 6 }],
      // The store of an object
      [0.41, 0.5, folded, { keepsObject: true }], [0.59, 0.5, folded, { keepsObject: true }],
      [0.61, 0.5, null, { keepsObject: true }],
    ]) {
      const found = findRemovedWork(ns, TURN_NS, { notInlinedNs, inlinedNs: ns + TURN_NS, ...more });
      expect(found, `${ns} ${notInlinedNs}`).to.deep.equal(expected);
    }
    expect(findRemovedWork(0.1, TURN_NS, null)).to.equal(null);
  });
});
