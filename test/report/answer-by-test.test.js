'use strict';

const { expect } = require('chai');
const { suiteAnswer } = require('#lib/report/answer');
const { suiteNotes } = require('#lib/report/notes');
const { row, ratioed, failedRow, tooFast, parameterTests } = require('../helpers/documents');

const BUSY = { warnings: [{ code: 'busy', rounds: 40, kept: 2 }] };
const STEADY = { warnings: [] };

/** The row of a test at a size. rank: relative speed, 1000 for the baseline; null if the test failed */
function sized(test, size, rank, more) {
  const own = { test, params: { size }, ...more };
  const name = `${test} size=${size}`;
  if (rank === null) return { ...failedRow(name), ...own };
  return rank === 1000 ? row(name, own) : ratioed(name, 1000 / rank, 0.01, { rank, ...own });
}

const UNRESOLVED = { verdict: 'unresolved', rankLow: 900, rankHigh: 1200, moreSeconds: 8 };
const SIZES = [10, 100, 1000, 10000, 100000];

/** ranks: of each test at the sizes of SIZES, with fields of the row in [rank, fields] */
const suiteOf = (ranks) => SIZES.flatMap((size, i) => Object.entries(ranks).filter(([, own]) => i in own)
  .map(([test, own]) => sized(test, size, ...[own[i]].flat())));

describe('the answer over parameters', () => {
  const answers = {
    'has a sentence per test with the range of its speeds, the fastest test first': [
      [{ a: [1000, 1000], b: [500, 125], c: [1100, 7100], d: [2000, 8000] },
        'd is fastest at every size: 2.0 to 8.0× faster than a (baseline)',
        'c is faster than the baseline at every size (10 % to 7.1×)',
        'b is slower than the baseline at every size (2.0 to 8.0×)'],
    ],
    'names up to three values per verdict, then counts them': [
      [{ a: [1000, 1000, 1000], b: [600, 3100, [1003, UNRESOLVED]] },
        'b is fastest at size=100: 3.1× faster than a (baseline); slower at size=10 (40 %); ' +
          'no clear difference at size=1000'],
      [{ a: [1000, 1000, 1000, 1000, 1000], b: [1500, 1500, 2000, 2000, 500] },
        'b is fastest at 4 of 5 values of size: 50 % to 2.0× faster than a (baseline); slower at size=100000 ' +
          '(2.0×)'],
    ],
    'says where the baseline is the fastest of several tests': [
      [{ a: [1000, 1000], b: [500, 2000], c: [250, 500] },
        'a (baseline) is fastest at size=10', 'b is fastest at size=100: 2.0× faster than the baseline; ' +
          'slower at size=10 (2.0×)', 'c is slower than the baseline at every size (2.0 to 4.0×)'],
      [{ a: [1000, 1000], b: [500, 250] }, 'b is slower than a (baseline) at every size (2.0 to 4.0×)'],
    ],
    'has no fastest test next to an unresolved or unmeasured one that may be faster': [
      [{ a: [1000, 1000], b: [2000, 2000], c: [[1900, { ...UNRESOLVED, rankHigh: 9000 }], 500] },
        'b is fastest at size=100: 2.0× faster than a (baseline); faster at size=10 (2.0×)',
        'c is slower than the baseline at size=100 (2.0×); no clear difference at size=10'],
      [{ a: [1000, 1000], b: [2000, 2000], c: [[1000, { verdict: 'hoisted', rank: null }], 1500] },
        'b is fastest at size=100: 2.0× faster than a (baseline); faster at size=10 (2.0×)',
        'c is faster than the baseline at size=100 (50 %); is hoisted at size=10'],
      [{ a: [1000, 1000], b: [2000, 2000], c: [[1050, UNRESOLVED], [1050, UNRESOLVED]] },
        'b is fastest at every size: 2.0× faster than a (baseline)',
        'c cannot be distinguished from the baseline at every size'],
    ],
    'has failures, tests that are as fast, and other baselines': [
      [{ a: [1000, 1000], b: [[1001, { verdict: 'same' }], null] },
        'b is as fast as a (baseline) at size=10; failed at size=100'],
      [{ a: [1000, null], b: [500, 1000], c: [500, 500] },
        'a (baseline) is fastest at size=10; failed at size=100', 'b (baseline) is fastest at size=100; slower at ' +
          'size=10 (2.0×)', 'c is slower than the baseline at every size (2.0×)'],
    ],
    'has the number of values at which a warning changes the meaning of figures': [
      [{ a: [1000, [1000, BUSY]], b: [[500, BUSY], [500, STEADY]] },
        'b (busy at 1 of 2) is slower than a (baseline, busy at 1 of 2) at every size (2.0×)'],
      [{ a: [[1000, BUSY], [1000, BUSY]], b: [[500, BUSY], [500, BUSY]] },
        'b is slower than a (baseline) at every size (2.0×); all tests: busy'],
    ],
    'is empty without a comparison': [[{ a: [1000, 1000, 1000, null] }], [{ a: [null, null], b: [null, null] }]],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [ranks, ...words] of cases) expect(suiteAnswer(suiteOf(ranks))).to.deep.equal(words);
    });
  }

  it('counts tests above eight, and names a value that combinations share', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, [1000 + i * 500, 1000 + i * 500]]));
    const lines = suiteAnswer(suiteOf(many));
    expect(lines).to.have.length(9);
    expect(lines.at(-1)).to.equal('and 3 more tests; see the table');
    expect(suiteAnswer(parameterTests({ sizes: [2, 1e6], types: ['a', 'b'] }))[0]).to.match(
      /^slice is fastest at size=1000000: .* faster than concat \(baseline\); slower at size=2 \(13×\)$/);
  });

  it('leaves the time that would settle a test to the notes', () => {
    const rows = suiteOf({ a: [1000, 1000], b: [[1003, UNRESOLVED], 500] });
    expect(suiteNotes(rows, { margin: 0.002 })[0].items.map(({ text }) => text))
      .to.include('not resolved; about 8 s more per test would settle it');
  });
});

const SHARED = { nsLow: 740, warnings: [{ code: 'shared-core', leastCycles: 1, usualCycles: 1.6 }] };

/** times: 'name': ns or [ns, fields], each within 1 % */
const named = (times) => Object.entries(times).map(([name, own], i) => {
  const [ns, more] = [own].flat();
  return ratioed(name, ns / 100, 0.01, {
    test: name, nsLow: ns * 0.99, nsHigh: ns * 1.01, noiseFloor: 0.01,
    ...(i === 0 ? { verdict: 'baseline' } : {}), ...more,
  });
});

describe('the answer over inputs in the names of tests', () => {
  const answers = {
    'compares tests with equal inputs, by their times': [
      [{ 'a: x': 100, 'b: x': 200, 'c: x': 50, 'a: y': 900, 'b: y': 907, 'a: z': 50, 'b: z': 400, 'c: z': 20 },
        'c is fastest for x and z: 2.0 to 2.5× faster than a',
        'b is slower than a for x and z (2.0 to 8.0×); no clear difference for y'],
    ],
    // The times differ by 3 %: more than their intervals, but not if the noise floor is added.
    'demands a difference above the noise floor': [
      [{ 'a: x': 100, 'b: x': 200, 'a: y': 900, 'b: y': 927 },
        'b is slower than a for x (2.0×); no clear difference for y'],
    ],
    'compares times on a shared core without the extension of their intervals, because both tests shared it': [
      [{ 'a: x': 100, 'b: x': 200, 'a: y': 900, 'b: y': [1200, SHARED] },
        'b (core shared for 1 of 2) is slower than a for every case (25 % to 2.0×)'],
    ],
    'compares speeds per operation': [
      [{ 'a: x': 100, 'b: x': 200, 'a: y': [900, { ops: 10 }], 'b: y': 200 },
        'b is slower than a for every case (2.0 to 2.2×)'],
    ],
    'finds other separators, numbers as inputs, and tests in the second part': [
      [{ 'sort 10': 100, 'sort 100': 900, 'copy 10': 50, 'copy 100': 450 },
        'copy is fastest for every case: 2.0× faster than sort'],
      [{ '10: a': 100, '10: b': 50, '20: a': 900, '20: b': 450 }, 'b is fastest for every case: 2.0× faster than a'],
      [{ 'small (a)': 100, 'small (b)': 50, 'big (a)': 900, 'big (b)': 450 },
        'b is fastest for every case: 2.0× faster than a'],
      [{ 'a/x': 100, 'b/x': 50, 'a/y': 900, 'b/y': 450 }, 'b is fastest for every case: 2.0× faster than a'],
      [{ 'a(1) [%20]': 100, 'b(1) [%20]': 50, 'a(2) [%]': 900, 'b(2) [%]': 907 },
        'b is fastest for (1) [%20]: 2.0× faster than a; no clear difference for (2) [%]'],
      [{ 'sum(packed 8)': 100, 'sum(packed 64)': 900, 'sum(holey 8)': 200, 'sum(holey 64)': 907 },
        'sum(holey …) is slower than sum(packed …) for 8 (2.0×); no clear difference for 64'],
    ],
    'counts tests without a counterpart': [
      [{ 'a: x': 100, 'b: x': 50, 'a: y': 900, 'b: y': 450, other: 30 },
        'b is fastest for every case: 2.0× faster than a', 'and 1 more test; see the table'],
    ],
    'counts the cases of a test that has only some': [
      [{ ...Object.fromEntries([1, 2, 3, 4, 5].flatMap((i) => [[`a: x${i}`, 100], [`b: x${i}`, 200]])), 'a: y': 100,
        'c: y': 90 },
      'c is fastest for y: 11 % faster than a', 'a is fastest for 5 of 6 cases',
      'b is slower than a for all its 5 cases (2.0×)'],
    ],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [times, ...words] of cases) expect(suiteAnswer(named(times))).to.deep.equal(words);
    });
  }

  it('does not take other names for inputs', () => {
    for (const names of [['a: x', 'b: y', 'c: z', 'd: x'], ['a: x', 'a: y', 'a: z', 'a: w'], ['a', 'b', 'c', 'd'],
      ['a: x', 'b: x', 'c: x', 'd: x'], ['a: x', 'b: x', 'a: y', 'b: y', 'c', 'd'],
      ['f(a, x) z', 'f(b, x) z', 'f(a, y) z', 'f(b, y) z']]) {
      const rows = named(Object.fromEntries(names.map((name, i) => [name, 100 + 50 * i])));
      expect(suiteAnswer(rows), names.join()).to.deep.equal([
        `${names[0]} (baseline) is fastest: ${names[1]}, the next fastest, is 33.3 % (32.7 to 34.0 %) slower`]);
    }
  });

  it('does not compare tiers', () => {
    const rows = named({ 'a: x': 100, 'b: x': 200, 'a: y': 300, 'b: y': 400 });
    expect(suiteAnswer(rows.map((one) => ({ ...one, tier: 'baseline' })))[0]).to.match(/is fastest: b: x/);
  });

  it('does not compare with a test without a speed', () => {
    const [first, ...others] = named({ 'a: x': 100, 'b: x': 50, 'b: y': 80, 'a: z': 100, 'b: z': 200 });
    expect(suiteAnswer([first, ...others, tooFast('a: y', { test: 'a: y' })])).to.deep.equal([
      'a is too fast to time for y',
      'b is fastest for x: 2.0× faster than a; slower for z (2.0×); is not compared for y']);
  });
});
