'use strict';

const { expect } = require('chai');
const { countNotes } = require('#lib/report/count-notes');
const { suiteNotes } = require('#lib/report/notes');
const { limitLines } = require('#lib/base/text/columns');
const { namedText } = require('../helpers/report-texts');
const { row, ratioed, failedRow, countsOf, countedTests, profileOf } = require('../helpers/documents');

const SOURCE = 'instructions by valgrind 3.19.0';
const notCounted = (reason) => ({ counts: null, warnings: [{ code: 'not-counted', reason }] });
const counted = (instructions, more, others) => ({ counts: countsOf(instructions, more), ...others });
const allLines = (rows) => countNotes(rows, true).flat().map(namedText);
const fewLines = (rows) => suiteNotes(rows, {}).slice(2)
  .flatMap(({ items, most = Infinity, more }) => limitLines(items.map(namedText), most, more));

describe('notes on counts', () => {
  const split = profileOf([
    ['builtin', 228, 'Array\n'], ['compiled', 1900.4, 'f a.js:1 (optimized)'], ['loop', 9.04, 'loop'],
    ['runtime', 2, ''], ['system', 1, 'memcpy'],
  ]);
  const native = profileOf([['compiled', 100, 'x']], { isSplit: false });
  const warned = (name, ...own) => row(name, counted(12, {}, { warnings: own }));
  const cases = {
    'are none without counts': [[row('a'), failedRow('b'), row('c', { counts: null })]],
    'name the counter once': [[row('a', counted(5)), ratioed('b', 2, 0.01, counted(10))], SOURCE],
    'have doubts about counts': [
      [warned('grows', { code: 'not-proportional', first: 12.04, second: 14.96 }),
        warned('moves', { code: 'count-unsettled', error: 0.37 }), warned('spawns', { code: 'processes-not-counted' })],
      /^grows: .*: 12\.0 instructions per call in the first half, 15\.0 in the second$/,
      /^moves: .*\+-0\.37: runs with equal/, 'spawns: child processes of the test are not counted', SOURCE],
    'have the first functions of a profile': [
      [row('a', counted(5, { profile: split })), row('b', counted(5, { profile: native })),
        row('c', counted(5, { profile: { ...native, reason: 'no valgrind' } }))],
      'a: instructions: 228 (11 %) in Array\\n, 1,900 (89 %) in f a.js:1 (optimized), 9 (0.42 %) in loop, ' +
        '2 (0.093 %) in other runtime code',
      'c: no profile by JavaScript function: no valgrind', SOURCE],
  };
  for (const [title, [rows, ...lines]] of Object.entries(cases)) {
    it(title, () => {
      const found = allLines(rows);
      expect(found).to.have.length(lines.length);
      lines.forEach((line, i) => expect(found[i]).to.match(typeof line === 'string'
        ? new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : line));
    });
  }

  it('join equal reasons, unless verbose', () => {
    const all = ['a', 'b', 'c'].map((name) => row(name, notCounted('no perf')));
    expect(fewLines(all)).to.deep.equal(['all tests: not counted: no perf']);
    expect(allLines(all)).to.have.length(3);
    expect(fewLines([row('a', notCounted('x')), row('b', notCounted('x')), row('c', counted(3))]))
      .to.deep.equal(['a: not counted: x (also: b)', SOURCE]);
    expect(fewLines([row('a', notCounted('x')), row('b', notCounted('y'))]))
      .to.deep.equal(['a: not counted: x', 'b: not counted: y']);
    expect(fewLines([row('a', notCounted('x'))])).to.deep.equal(['a: not counted: x']);
  });

  it('are at most four of a kind, unless verbose', () => {
    const rows = Array.from({ length: 9 }, (_, i) => row(`t${i}`, counted(i, { events: [1, 1, 1] })));
    expect(fewLines(rows).slice(4)).to.deep.equal(['and 5 more, shown with --verbose or verbose: 3', SOURCE]);
    expect(allLines(rows)).to.have.length(10);
  });
});

describe('contradictions of instructions and times', () => {
  /** A baseline, and a test with this ratio of times */
  const pair = (first, ratio, second, more) => [
    row('a', counted(...first)), ratioed('b', ratio, 0.01, { ...counted(...second), ...more })];
  const found = (rows) => allLines(rows).filter((line) => line.includes(' executes '));

  it('name the events that the slower test has more of', () => {
    expect(found(countedTests())[0]).to.equal('by table executes 22 % fewer instructions than sorted, but takes ' +
      '31 % longer: 60 more mispredicted branches per call');
    expect(found(pair([1000, { events: [1, 0.1, 1] }], 3, [500, { events: [40, 20, 1] }]))[0])
      .to.equal('b executes 50 % fewer instructions than a, but takes 3.00x as long: ' +
        '39 more L1 cache misses, 20 more last-level cache misses per call');
    expect(found(pair([500], 0.5, [1000]))).to.deep.equal([
      'a executes 50 % fewer instructions than b, but takes 2.00x as long: the cause may be cache misses, ' +
      'mispredicted branches or longer dependency chains; --count cache counts the first two']);
    expect(found(pair([1000, { error: 600 }], 2, [500, { error: 600 }]))[0])
      .to.match(/^b executes the same number of instructions as a, but takes 2\.00x as long: /);
    expect(found(pair([1000, { events: [1, 0, 1] }], 2, [500, { events: [1, 0, 1] }]))[0])
      .to.match(/: caches and branches are not the cause; its dependency chains may be longer$/);
  });

  const waits = { warnings: [{ code: 'waits', share: 0.9 }] };
  for (const [title, rows] of [
    ['more instructions take longer', pair([500], 2, [1000])], ['fewer take less time', pair([1000], 0.5, [500])],
    ['times nearly agree', pair([1000], 1.09, [500])], ['counts nearly agree', pair([1000], 2, [920])],
    ['the time is unresolved', pair([1000], 2, [500], { verdict: 'unresolved' })],
    ['the test waits', pair([1000], 2, [500], waits)],
    ['the baseline waits', pair([1000, {}, waits], 2, [500])],
    ['the test was not counted', pair([1000], 2, [500], { counts: null })],
    ['the baseline was not counted', [row('a', { counts: null }), ratioed('b', 2, 0.01, counted(5))]],
    ['the tests are of different groups',
      pair([1000], 2, [500]).map((one, i) => ({ ...one, test: one.name, group: `g${i}` }))],
  ]) {
    it(`are none if ${title}`, () => expect(found(rows)).to.deep.equal([]));
  }
});
