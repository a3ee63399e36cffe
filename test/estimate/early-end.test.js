'use strict';

const { expect } = require('chai');
const { chooseLooks, reasonToEnd, restartsToEnd } = require('#lib/core/estimate/early-end');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { suiteSource, roundOf } = require('../helpers/suite-sources');

const SETTINGS = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002, precision: false,
  untilClear: 0.01 });
const all = () => true;

// Of tests that allocate nothing: processes differ by 0.1 % only.
const samples = Object.freeze({ allocation: { bytesPerCall: 0, share: 0, callsPerCollection: null, keptShare: 0 } });

/** A source whose rounds take so many ns, with a standard deviation as a share. */
function source(name, ns, { share = 0.001, rounds = 200, seed = name.length, ...more } = {}) {
  const normal = gaussian(mulberry32(seed));
  return suiteSource(name, range(rounds, () => ns * (1 + share * normal())), { samples, ...more });
}

const failed = (name) => suiteSource(name, null, { failure: { code: 'threw', message: 'no', at: null, calls: null } });
const reason = (sources, more, isAsked = all) => reasonToEnd(sources, isAsked, { ...SETTINGS, ...more }, 1);
const twin = (ns = 100) => source('a', ns, { seed: 9, isTwin: true });
const a = (share) => source('a', 100, { share });
const b = (ns, share, more) => source('b', ns, { seed: 2, share, ...more });

it('early-end: chooseLooks returns the planned times of checks', () => {
  expect(chooseLooks({ precision: false, untilClear: false })).to.deep.equal([]);
  expect(chooseLooks({ precision: 0.1, untilClear: 0.01 })).to.deep.equal([0.25, 0.5, 0.75]);
  const looks = chooseLooks({ precision: false, untilClear: 0.01 });
  expect(looks[0]).to.be.below(0.1);
  for (let i = 1; i < looks.length; i++) expect(looks[i] / looks[i - 1]).to.be.within(1.15, 1.5);
});

describe('early-end: reasonToEnd', () => {
  const cases = [
    ['a slower test', [a(), b(110), twin()], 'clear'],
    ['a faster test', [a(), b(50), twin()], 'clear'],
    ['the same speed', [a(), b(100), twin()], 'clear', { margin: 0.02 }],
    ['an open verdict', [a(0.05), b(101, 0.05), twin()], null],
    ['a vague rank', [a(0.1), b(200, 0.2), twin()], null],
    // A rank must be known to a twentieth of its distance from the baseline: 1.3 % if 1.3 times as slow, 2.9 % if
    // 1.8 times, 4.6 % if 2.5 times, but never more than 5 %.
    ['1.3 times the time, known to 2.7 %', [a(), b(130, 0.14), twin()], null],
    ['1.8 times the time, known to 2.7 %', [a(), b(180, 0.14), twin()], 'clear'],
    ['1.8 times the time, known to 5.4 %', [a(), b(180, 0.28), twin()], null],
    ['2.5 times the time, known to 2.7 %', [a(), b(250, 0.14), twin()], 'clear'],
    ['2.5 times as fast, known to 2.7 %', [a(), b(40, 0.14), twin()], 'clear'],
    ['10 times the time, known to 4.6 %', [a(), b(1000, 0.24), twin()], 'clear'],
    ['10 times the time, known to 5.4 %', [a(), b(1000, 0.28), twin()], null],
    ['a difference below the noise floor', [a(), b(102, 0.02), twin(110)], null],
    // The rounds cannot decide less than the variance between processes.
    ['an open verdict, with an interval within 0.2 %', [a(), b(102), twin(110)], 'clear'],
    ['a failure among others', [a(), failed('b'), source('c', 110, { seed: 2 }), twin()], 'clear'],
    ['a test that has not begun', [a(), suiteSource('b', null), twin()], null],
    ['a test that is too fast', [a(), b(0.01), twin()], 'clear'],
    ['a test that may be too fast', [a(), b(0.3, 7, { rounds: 120 }), twin()], null],
    ['only failures', [failed('a'), failed('b')], 'clear'],
    ['a single test', [a()], 'clear'],
    ['a single test with a wide interval', [a(0.2)], null],
    ['a single test that works, with a wide interval', [a(0.2), failed('b')], null],
    ['a number as baseline', [a()], 'clear', { baselineAvg: 5e6 }],
    ['a number as baseline, with an open verdict', [a(0.03)], null, { baselineAvg: 1e7 }],
    ['few rounds', [source('a', 100, { rounds: 99 }), b(200)], null],
    ['few rounds, but enough loops', [source('a', 100, { rounds: 99, collects: true }), b(200)], 'clear'],
    ['few loops', [source('a', 100, { rounds: 15, collects: true }), b(200)], null],
    ['known ranks', [a(0.02), b(100, 0.02), failed('c')], 'precise', { precision: 0.01 }],
    ['vague ranks', [a(0.02), b(100, 0.02), failed('c')], null, { precision: 0.001 }],
  ];
  for (const [what, sources, expected, more] of cases) {
    it(`${expected ? 'ends' : 'continues'} with ${what}`, () => expect(reason(sources, more)).to.equal(expected));
  }

  it('continues if a verdict holds only at 5 %, or if more comparisons follow', () => {
    const verdictAt = (error) => summarizeSuite([a(0.01), b(100.5, 0.01)], SETTINGS, { error })[1].verdict;
    expect([verdictAt(), verdictAt(0.001)]).to.deep.equal(['slower', 'unresolved']);
    expect(reason([a(0.01), b(100.5, 0.01)])).to.equal(null);
    expect(reason([a(0.01), b(102, 0.01)])).to.equal('clear');
    const near = [a(0.01), b(100.65, 0.01)];
    expect(reasonToEnd(near, all, SETTINGS, 1)).to.equal('clear');
    expect(reasonToEnd(near, all, SETTINGS, 1000)).to.equal(null);
  });

  it('continues if more rounds may remove a warning', () => {
    const withEvery = (every, more) => reason([
      suiteSource('a', range(420, (i) => ({ ...roundOf(100, i), ...(i % every === 0 && more) })), { samples }),
      b(200, 0.001, { rounds: 420 })]);
    expect(withEvery(1, null)).to.equal('clear');
    // Interrupted rounds are left out.
    expect(withEvery(2, { preemptions: 1, cpuNs: 1e4, ns: 3e6 })).to.equal('clear');
    expect(withEvery(20, { tier: 'interpreter' })).to.equal('clear');
    expect(withEvery(5, { tier: 'interpreter' })).to.equal(null);
  });

  it('checks only the given rows, with the noise floor of all', () => {
    const later = [source('c', 100), source('d', 102, { seed: 2, share: 0.02 })]
      .map((one) => ({ ...one, variant: { group: 1, name: one.name } }));
    const isLater = ({ name }) => name === 'c' || name === 'd';
    const unknown = source('b', 100.1, { seed: 3, share: 0.05 });
    expect(reason([a(), unknown, ...later, twin(100)], {}, isLater)).to.equal('clear');
    expect(reason([a(), unknown, ...later, twin(110)], {}, isLater)).to.equal(null);
  });
});

describe('early-end: restartsToEnd', () => {
  const baseline = {
    verdict: 'baseline', rank: 1000, rankLow: 1000, rankHigh: 1000, nsPerCall: 100, nsLow: 99.9, nsHigh: 100.1,
    warnings: [],
  };
  /** A test whose rank is known to a share. */
  const known = (rank, share, more) => ({
    ...baseline, verdict: rank < 1000 ? 'slower' : 'faster', rank, rankLow: rank / (1 + share),
    rankHigh: rank * (1 + share), ...more,
  });
  const unranked = { ...baseline, verdict: 'failed', rank: null, rankLow: null, rankHigh: null };
  const open = known(990, 0.004, { verdict: 'unresolved' });
  const CLEAR = { precision: false, untilClear: 0.01 };
  const PRECISE = { precision: 0.01, untilClear: 0.1 };
  const why = (rows, settings, share = 1, strict = rows) => (
    restartsToEnd(({ error = 0.05 } = {}) => (error < 0.05 ? strict : rows), settings, share).reason);

  const cases = [
    ['goes on without a precision or clear verdicts as goal', [baseline, known(500, 0.001)],
      { precision: false, untilClear: false }, null],
    ['ends if all verdicts are clear', [baseline, known(500, 0.01), known(2000, 0.01)], CLEAR, 'clear'],
    ['ends if a test is the same', [baseline, known(1000, 0.001, { verdict: 'same' })], CLEAR, 'clear'],
    ['goes on if a test is unresolved', [baseline, known(500, 0.01), open], CLEAR, null],
    ['goes on if a test has no verdict yet', [baseline, { ...unranked, verdict: null }], CLEAR, null],
    ['goes on if a rank is vague', [baseline, known(900, 0.02)], CLEAR, null],
    ['ends if a distant rank is known to a twentieth of its distance', [baseline, known(500, 0.03)], CLEAR, 'clear'],
    ['ends with failures', [baseline, unranked, known(500, 0.01)], CLEAR, 'clear'],
    ['ends with a single test if its time is known', [baseline], CLEAR, 'clear'],
    ['goes on with a single test if its time is vague', [{ ...baseline, nsHigh: 102 }], CLEAR, null],
    ['goes on if more time may remove a warning', [baseline, known(500, 0.01, { warnings: [{ code: 'busy' }] })],
      CLEAR, null],
    ['goes on if a test is not steady', [baseline, known(500, 0.01, { warnings: [{ code: 'not-steady', drift: 1 }] })],
      CLEAR, null],
    ['ends if the time depends on the number of calls', [baseline,
      known(500, 0.01, { warnings: [{ code: 'not-steady', drift: 1, byCalls: true }] })], CLEAR, 'clear'],
    ['ends with the precision, even if a verdict is open', [baseline, open], PRECISE, 'precise'],
    ['goes on without the precision, even if all is clear', [baseline, known(500, 0.011)], PRECISE, null],
  ];
  for (const [what, rows, settings, expected] of cases) it(what, () => expect(why(rows, settings)).to.equal(expected));

  it('requires verdicts, but not ranks, to hold at an error of 0.0005', () => {
    const rows = [baseline, known(900, 0.005)];
    expect(why(rows, CLEAR, 1, [baseline, known(900, 0.2, { verdict: 'unresolved' })])).to.equal(null);
    expect(why(rows, CLEAR, 1, [baseline, known(900, 0.09)])).to.equal('clear');
    const levels = [];
    restartsToEnd((level) => levels.push(level) && rows, CLEAR, 1);
    expect(levels).to.deep.equal([undefined, { error: 0.0005 }]);
  });

  it('returns for each test whether it needs more restarts', () => {
    const rows = [baseline, known(500, 0.01), open, known(900, 0.02), unranked];
    const strict = [baseline, known(500, 0.01, { verdict: 'unresolved' }), open, known(900, 0.02), unranked];
    const clear = (early) => restartsToEnd((level) => (level ? early : rows), CLEAR, 1).clear;
    expect(clear(rows)).to.deep.equal([true, true, false, false, true]);
    expect(clear(strict)).to.deep.equal([true, false, false, false, true]);
  });

  it('checks a precision from a quarter of the restarts, and clear verdicts from the first', () => {
    const rows = [baseline, known(500, 0.001)];
    expect([0.24, 0.25].map((share) => why(rows, PRECISE, share))).to.deep.equal([null, 'precise']);
    expect(why(rows, CLEAR, 0.01)).to.equal('clear');
  });
});
