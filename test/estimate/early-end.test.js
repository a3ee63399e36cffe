'use strict';

const { expect } = require('chai');
const { looksOf, reasonToEnd } = require('../../lib/estimate/early-end');
const { mulberry32, gaussian } = require('../helpers/random');
const { suiteSource, roundOf } = require('../helpers/suite-sources');

const SETTINGS = Object.freeze({ timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002, precision: false,
  untilClear: 0.01 });
const all = () => true;

/** A source whose rounds take so many ns, with a standard deviation as a share. */
function source(name, ns, { share = 0.001, rounds = 200, seed = name.length, ...more } = {}) {
  const normal = gaussian(mulberry32(seed));
  return suiteSource(name, Array.from({ length: rounds }, (_, i) => roundOf(ns * (1 + share * normal()), i)), more);
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
    ['one that is 1.8 times as slow, to 2 %',
      [source('a', 100), source('b', 180, { seed: 2, share: 0.14 }), twin()], null],
    ['one that is 2.5 times as slow, to 2 %',
      [source('a', 100), source('b', 250, { seed: 2, share: 0.14 }), twin()], 'clear'],
    ['one that is 2.5 times as fast, to 2 %',
      [source('a', 100), source('b', 40, { seed: 2, share: 0.14 }), twin()], 'clear'],
    ['one that is 2.5 times as slow, to 4 %',
      [source('a', 100), source('b', 250, { seed: 2, share: 0.28 }), twin()], null],
    ['one slower by less than the noise floor', [source('a', 100), source('b', 102, { seed: 2 }),
      { ...source('a', 110, { seed: 9 }), isTwin: true }], null],
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
      return [suiteSource('a', rounds), source('b', 200, { rounds: 420 })];
    };
    expect(reason(sources(null, 1))).to.equal('clear');
    // Interrupted ones are left out.
    expect(reason(sources({ preemptions: 1, cpuNs: 1e4, ns: 3e6 }, 2))).to.equal('clear');
    expect(reason(sources({ tier: 'interpreter' }, 20))).to.equal('clear');
    expect(reason(sources({ tier: 'interpreter' }, 5))).to.equal(null);
  });

  it('looks at those that are asked for, and takes the noise floor of the others', () => {
    const later = [source('c', 100), source('d', 102, { seed: 2 })]
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
