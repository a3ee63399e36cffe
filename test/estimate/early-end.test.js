'use strict';

const { expect } = require('chai');
const { looksOf, reasonToEnd, whyRestartsEnd } = require('../../lib/estimate/early-end');
const { mulberry32, gaussian } = require('../helpers/random');
const { suiteSource, roundOf } = require('../helpers/suite-sources');

const SETTINGS = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002, precision: false,
  untilClear: 0.01 });
const all = () => true;

// Of tests that allocate nothing: processes differ by 0.1 % only.
const NOTHING = Object.freeze({ bytesPerCall: 0, share: 0, callsPerCollection: null, keptShare: 0 });

function withRounds(name, rounds, { allocation = NOTHING, ...more } = {}) {
  const made = suiteSource(name, rounds, more);
  return { ...made, samples: { ...made.samples, allocation } };
}

/** A source whose rounds take so many ns, with a standard deviation as a share. */
function source(name, ns, { share = 0.001, rounds = 200, seed = name.length, ...more } = {}) {
  const normal = gaussian(mulberry32(seed));
  return withRounds(name, Array.from({ length: rounds }, (_, i) => roundOf(ns * (1 + share * normal()), i)), more);
}

const failed = (name) => suiteSource(name, null, { failure: { code: 'threw', message: 'no', at: null, calls: null } });
const reason = (sources, more, isAsked = all) => reasonToEnd(sources, isAsked, { ...SETTINGS, ...more }, 1);
const twin = (more) => source('a', 100, { seed: 9, isTwin: true, ...more });

describe('early-end: when tests are looked at', () => {
  it('never where all the time is wanted, thrice for a precision, and soon and often until all is clear', () => {
    expect(looksOf({ precision: false, untilClear: false })).to.deep.equal([]);
    expect(looksOf({ precision: false })).to.deep.equal([]);
    expect(looksOf({ precision: 0.1, untilClear: 0.01 })).to.deep.equal([0.25, 0.5, 0.75]);
    const looks = looksOf({ precision: false, untilClear: 0.01 });
    expect(looks[0]).to.be.below(0.1);
    for (let i = 1; i < looks.length; i++) expect(looks[i] / looks[i - 1]).to.be.within(1.15, 1.5);
  });
});

describe('early-end: until all is clear', () => {
  const cases = [
    ['a test that is slower', [source('a', 100), source('b', 110, { seed: 2 }), twin()], 'clear'],
    ['one that is faster', [source('a', 100), source('b', 50, { seed: 2 }), twin()], 'clear'],
    ['one that is the same', [source('a', 100), source('b', 100, { seed: 2 }), twin()], 'clear', { margin: 0.02 }],
    ['one of which nobody knows',
      [source('a', 100, { share: 0.05 }), source('b', 101, { seed: 2, share: 0.05 }), twin()], null],
    ['one that is slower, nobody knows by how much',
      [source('a', 100, { share: 0.1 }), source('b', 200, { seed: 2, share: 0.2 }), twin()], null],
    // A rank has to be known to a twentieth of its distance from the baseline: 1.3 % if 1.3 times as slow, 2.9 % if
    // 1.8 times, 4.6 % if 2.5 times.
    ['one that is 1.3 times as slow, to 2.7 %',
      [source('a', 100), source('b', 130, { seed: 2, share: 0.14 }), twin()], null],
    ['one that is 1.8 times as slow, to 2.7 %',
      [source('a', 100), source('b', 180, { seed: 2, share: 0.14 }), twin()], 'clear'],
    ['one that is 1.8 times as slow, to 5.4 %',
      [source('a', 100), source('b', 180, { seed: 2, share: 0.28 }), twin()], null],
    ['one that is 2.5 times as slow, to 2.7 %',
      [source('a', 100), source('b', 250, { seed: 2, share: 0.14 }), twin()], 'clear'],
    ['one that is 2.5 times as fast, to 2.7 %',
      [source('a', 100), source('b', 40, { seed: 2, share: 0.14 }), twin()], 'clear'],
    ['one that is 2.5 times as slow, to 5.4 %',
      [source('a', 100), source('b', 250, { seed: 2, share: 0.28 }), twin()], null],
    // Never more than 5 %.
    ['one that is 10 times as slow, to 4.6 %',
      [source('a', 100), source('b', 1000, { seed: 2, share: 0.24 }), twin()], 'clear'],
    ['one that is 10 times as slow, to 5.4 %',
      [source('a', 100), source('b', 1000, { seed: 2, share: 0.28 }), twin()], null],
    ['one slower by less than the noise floor', [source('a', 100), source('b', 102, { seed: 2, share: 0.02 }),
      { ...source('a', 110, { seed: 9 }), isTwin: true }], null],
    // Two processes of such a test differ by 0.1 % in the mean: its rounds cannot decide less.
    ['one that is unresolved, with an interval within 0.2 %', [source('a', 100), source('b', 102, { seed: 2 }),
      { ...source('a', 110, { seed: 9 }), isTwin: true }], 'clear'],
    ['one that failed beside others', [source('a', 100), failed('b'), source('c', 110, { seed: 2 }), twin()], 'clear'],
    ['one that has not begun', [source('a', 100), suiteSource('b', null), twin()], null],
    ['one that is too fast to tell', [source('a', 100), source('b', 0.01, { seed: 2 }), twin()], 'clear'],
    ['one that may be too fast to tell',
      [source('a', 100), source('b', 0.3, { seed: 2, share: 7, rounds: 120 }), twin()], null],
    ['none but failures', [failed('a'), failed('b')], 'clear'],
    ['a test by itself', [source('a', 100)], 'clear'],
    ['a test by itself that is not known well', [source('a', 100, { share: 0.2 })], null],
    ['the only one that works', [source('a', 100, { share: 0.2 }), failed('b')], null],
    ['a number in place of a baseline', [source('a', 100)], 'clear', { baselineAvg: 5e6 }],
    ['a number that cannot be told from it', [source('a', 100, { share: 0.03 })], null, { baselineAvg: 1e7 }],
  ];
  for (const [what, sources, expected, more] of cases) {
    it(`${expected ? 'ends' : 'goes on'} with ${what}`, () => expect(reason(sources, more)).to.equal(expected));
  }

  it('goes on where a verdict holds at 5 % alone', () => {
    const b = (ns) => source('b', ns, { seed: 2, share: 0.01 });
    const sources = (ns) => [source('a', 100, { share: 0.01 }), b(ns)];
    const verdicts = (ns, error) => require('../../lib/estimate/suite-summary')
      .summarizeSuite(sources(ns), SETTINGS, { error })[1].verdict;
    expect([verdicts(100.5), verdicts(100.5, 0.001)]).to.deep.equal(['slower', 'unresolved']);
    expect(reason(sources(100.5))).to.equal(null);
    expect(reason(sources(102))).to.equal('clear');
  });

  it('goes on with few rounds, unless loops are compared', () => {
    const sources = (rounds, more) => [source('a', 100, { rounds, ...more }), source('b', 200, { rounds, ...more })];
    expect([reason(sources(99)), reason(sources(100))]).to.deep.equal([null, 'clear']);
    expect(reason(sources(99, { collects: true }))).to.equal('clear');
    expect(reason(sources(15, { collects: true }))).to.equal(null);
  });

  it('goes on where more comparisons are to come', () => {
    const sources = [source('a', 100, { share: 0.01 }), source('b', 100.65, { seed: 2, share: 0.01 })];
    expect(reasonToEnd(sources, all, SETTINGS, 1)).to.equal('clear');
    expect(reasonToEnd(sources, all, SETTINGS, 1000)).to.equal(null);
  });

  it('goes on where the rounds tell of the machine, as long as more of them may help', () => {
    const sources = (more, every) => {
      const rounds = Array.from({ length: 420 }, (_, i) => ({ ...roundOf(100, i), ...(i % every === 0 && more) }));
      return [withRounds('a', rounds), source('b', 200, { rounds: 420 })];
    };
    expect(reason(sources(null, 1))).to.equal('clear');
    // Interrupted ones are left out.
    expect(reason(sources({ preemptions: 1, cpuNs: 1e4, ns: 3e6 }, 2))).to.equal('clear');
    expect(reason(sources({ tier: 'interpreter' }, 20))).to.equal('clear');
    expect(reason(sources({ tier: 'interpreter' }, 5))).to.equal(null);
  });

  it('looks at those that are asked for, and takes the noise floor of the others', () => {
    const later = [source('c', 100), source('d', 102, { seed: 2, share: 0.02 })]
      .map((one) => ({ ...one, variant: { group: 1, name: one.name } }));
    const unknown = source('b', 100.1, { seed: 3, share: 0.05 });
    const isLater = ({ name }) => name === 'c' || name === 'd';
    const floor = (ns) => ({ ...source('a', ns, { seed: 9 }), isTwin: true });
    expect(reason([source('a', 100), unknown, ...later, floor(100)], {}, isLater)).to.equal('clear');
    expect(reason([source('a', 100), unknown, ...later, floor(110)], {}, isLater)).to.equal(null);
  });
});

describe('early-end: with a precision', () => {
  it('ends where all ranks are known to it, whatever the verdicts', () => {
    const sources = [source('a', 100, { share: 0.02 }), source('b', 100, { seed: 2, share: 0.02 }), failed('c')];
    expect(reason(sources, { precision: 0.01 })).to.equal('precise');
    expect(reason(sources, { precision: 0.001 })).to.equal(null);
    expect(reason(sources, { precision: 0.01, untilClear: 0.1 })).to.equal('precise');
  });
});

describe('early-end: after a restart of the processes', () => {
  const baseline = {
    verdict: 'baseline', rank: 1000, rankLow: 1000, rankHigh: 1000, nsPerCall: 100, nsLow: 99.9, nsHigh: 100.1,
    warnings: [],
  };
  /** A test whose rank is known to a share. */
  const known = (rank, share, more) => ({
    ...baseline, verdict: rank < 1000 ? 'slower' : 'faster', rank, rankLow: rank / (1 + share),
    rankHigh: rank * (1 + share), ...more,
  });
  const failed = { ...baseline, verdict: 'failed', rank: null, rankLow: null, rankHigh: null };
  const open = known(990, 0.004, { verdict: 'unresolved' });
  const CLEAR = { precision: false, untilClear: 0.01 };
  const PRECISE = { precision: 0.01, untilClear: 0.1 };
  const why = (rows, settings, share = 1, strict = rows) => (
    whyRestartsEnd(({ error = 0.05 } = {}) => (error < 0.05 ? strict : rows), settings, share));

  const cases = [
    ['goes on if neither a precision nor clear verdicts are asked for', [baseline, known(500, 0.001)],
      { precision: false, untilClear: false }, null],
    ['ends if all is clear', [baseline, known(500, 0.01), known(2000, 0.01)], CLEAR, 'clear'],
    ['ends if a test is the same', [baseline, known(1000, 0.001, { verdict: 'same' })], CLEAR, 'clear'],
    ['goes on if a test is unresolved', [baseline, known(500, 0.01), open], CLEAR, null],
    ['goes on if a test has no verdict yet', [baseline, { ...failed, verdict: null }], CLEAR, null],
    ['goes on if a rank is not known well enough', [baseline, known(900, 0.02)], CLEAR, null],
    ['ends if a rank that is far away is known to a twentieth of its distance', [baseline, known(500, 0.03)], CLEAR,
      'clear'],
    ['ends with tests that failed', [baseline, failed, known(500, 0.01)], CLEAR, 'clear'],
    ['ends with a test by itself if its time is known', [baseline], CLEAR, 'clear'],
    ['goes on with a test by itself if its time is not known', [{ ...baseline, nsHigh: 102 }], CLEAR, null],
    ['goes on if more time may take a warning away', [baseline, known(500, 0.01, { warnings: [{ code: 'busy' }] })],
      CLEAR, null],
    ['ends with the precision asked for, even if a verdict is open', [baseline, open], PRECISE, 'precise'],
    ['goes on without the precision asked for, even if all is clear', [baseline, known(500, 0.011)], PRECISE, null],
  ];
  for (const [what, rows, settings, expected] of cases) {
    it(what, () => expect(why(rows, settings)).to.equal(expected));
  }

  it('goes on if verdicts do not hold at an error of 0.0005, and does not ask for more than their words there', () => {
    const rows = [baseline, known(900, 0.005)];
    expect(why(rows, CLEAR, 1, [baseline, known(900, 0.2, { verdict: 'unresolved' })])).to.equal(null);
    expect(why(rows, CLEAR, 1, [baseline, known(900, 0.09)])).to.equal('clear');
    const asked = [];
    whyRestartsEnd((level) => asked.push(level) && rows, CLEAR, 1);
    expect(asked).to.deep.equal([undefined, { error: 0.0005 }]);
  });

  it('looks at a precision from a quarter of the restarts, and at clear verdicts from the first', () => {
    const rows = [baseline, known(500, 0.001)];
    expect([0.1, 0.24, 0.25, 0.26].map((share) => why(rows, PRECISE, share)))
      .to.deep.equal([null, null, 'precise', 'precise']);
    expect(why(rows, CLEAR, 0.01)).to.equal('clear');
  });
});
