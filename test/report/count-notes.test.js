'use strict';

const { expect } = require('chai');
const { countNotes } = require('../../lib/report/count-notes');
const { suiteNotes } = require('../../lib/report/notes');
const { firstOf } = require('../../lib/text/columns');
const { namedText } = require('../helpers/report-texts');
const { row, ratioed, failedRow, countsOf, countedTests, profileOf } = require('../helpers/documents');

const SOURCE = 'instructions by valgrind 3.19.0';
const notCounted = (reason) => ({ counts: null, warnings: [{ code: 'not-counted', reason }] });
const counted = (instructions, more, others) => ({ counts: countsOf(instructions, more), ...others });
const listsOf = (rows, settings = {}) => suiteNotes(rows, settings).slice(2).map(({ items, most = Infinity, more }) => (
  firstOf(items.map(namedText), most, more)));
const countLines = (rows) => countNotes(rows, { isVerbose: true }).flat().map(namedText);
const shortCountLines = (rows) => listsOf(rows).flat();
const disagreement = (rows) => countLines(rows).filter((line) => line.includes(' executes '));

/** A baseline, and a test of this ratio of times. */
const pair = (first, ratio, second, more) => [row('a', counted(...first)), ratioed('b', ratio, 0.01,
  { ...counted(...second), ...more })];

describe('notes on counts', () => {
  it('are none where nothing was to be counted', () => {
    expect(countLines([row('a'), failedRow('b'), row('c', { counts: null })])).to.deep.equal([]);
  });

  it('say once what has counted', () => {
    expect(countLines([row('a', counted(5)), ratioed('b', 2, 0.01, counted(10))])).to.deep.equal([SOURCE]);
  });

  it('say the same of several tests once', () => {
    const missing = 'perf is not installed, and valgrind is not installed; apt-get install valgrind makes it count';
    const all = ['a', 'b', 'c'].map((name) => row(name, notCounted(missing)));
    expect(shortCountLines(all)).to.deep.equal([`all tests: not counted: ${missing}`]);
    expect(countLines(all)).to.have.length(3);
    expect(shortCountLines([row('a', notCounted('x')), row('b', notCounted('x')), row('c', counted(3))]))
      .to.deep.equal(['a: not counted: x (also: b)', SOURCE]);
    expect(shortCountLines([row('a', notCounted('x')), row('b', notCounted('y'))]))
      .to.deep.equal(['a: not counted: x', 'b: not counted: y']);
    expect(shortCountLines([row('a', notCounted('x'))])).to.deep.equal(['a: not counted: x']);
  });

  it('have both slopes of what is not proportional, and what is not known well', () => {
    const rows = [
      row('grows', counted(12, {}, { warnings: [{ code: 'not-proportional', first: 12.04, second: 14.96 }] })),
      row('moves', counted(12, {}, { warnings: [{ code: 'count-unsettled', error: 0.37 }] })),
      row('spawns', counted(12, {}, { warnings: [{ code: 'processes-not-counted' }] })),
    ];
    const [grows, moves, spawns] = countLines(rows);
    expect(grows).to.match(/^grows: .*: 12\.0 instructions each in the first half, 15\.0 in the second$/);
    expect(moves).to.match(/^moves: .*\+-0\.37 only/);
    expect(spawns).to.equal('spawns: the processes that it starts are not counted');
  });

  it('have cycles and misses where they were counted', () => {
    expect(countLines([row('a', counted(1000, { error: 1, events: [17.3, 0.05, 2.1] }))])[0])
      .to.equal('a: 1,502 est. cycles a call; 17.30 first-level misses, 0.05 last-level misses, ' +
        '2.10 mispredicted branches');
  });

  it('have the first functions of a profile that was asked for', () => {
    const split = profileOf([
      ['builtin', 228, 'Array\n'], ['compiled', 1900.4, 'f a.js:1 (optimized)'], ['loop', 9.04, 'loop'],
      ['runtime', 2, ''], ['system', 1, 'memcpy'],
    ]);
    const native = profileOf([['compiled', 100, 'x']], { isSplit: false });
    const rows = [row('a', counted(5, { profile: split })), row('b', counted(5, { profile: native }))];
    expect(countLines(rows)).to.deep.equal([
      'a: instructions: 228 (11 %) in Array\\n, 1,900 (89 %) in f a.js:1 (optimized), 9 (0.42 %) in loop, ' +
        '2 (0.093 %) in the rest of the runtime', SOURCE]);
    expect(countLines([row('c', counted(5, { profile: { ...native, reason: 'no valgrind' } }))])[0])
      .to.equal('c: no profile by JavaScript function: no valgrind');
    const many = Array.from({ length: 6 }, (_, i) => row(`t${i}`, counted(i, { profile: split })));
    expect(shortCountLines(many)[4]).to.equal('and 2 more, which verbose shows');
  });

  it('are few, unless all are asked for', () => {
    const rows = Array.from({ length: 9 }, (_, i) => row(`t${i}`, counted(i, { events: [1, 1, 1] })));
    expect(shortCountLines(rows)).to.have.length(6);
    expect(shortCountLines(rows)[4]).to.equal('and 5 more, which verbose shows');
    expect(shortCountLines(rows)[5]).to.equal(SOURCE);
    expect(countLines(rows).filter((line) => line.includes('est. cycles'))).to.have.length(9);
  });
});

describe('where instructions and times disagree', () => {
  it('a sentence says what the slower one has more of', () => {
    const [line] = disagreement(countedTests());
    expect(line).to.equal('by table executes 22 % fewer instructions than sorted, and is 24 % slower: ' +
      '62.40 mispredicted branches, not 2.10');
    const [memory] = disagreement(pair([1000, { events: [1, 0.1, 1] }], 3, [500, { events: [40, 20, 1] }]));
    expect(memory).to.equal('b executes 50 % fewer instructions than a, and takes 3.00x as long: ' +
      '20.00 last-level misses, not 0.10; 40.00 first-level misses, not 1.00');
  });

  it('the quicker one may be the other', () => {
    expect(disagreement(pair([500], 0.5, [1000]))).to.deep.equal([
      'a executes 50 % fewer instructions than b, and takes 2.00x as long: misses of caches, mispredicted branches ' +
      'or operations that wait for each other may be why; --count cache tells of the first two']);
  });

  it('says so where neither caches nor branches tell', () => {
    expect(disagreement(pair([1000, { events: [1, 0, 1] }], 2, [500, { events: [1, 0, 1] }]))[0])
      .to.match(/: neither caches nor branches tell why: its operations may wait for each other$/);
  });

  it('is silent where they say the same, or little else, or nobody knows', () => {
    expect(disagreement(pair([500], 2, [1000]))).to.deep.equal([]);
    expect(disagreement(pair([1000], 0.5, [500]))).to.deep.equal([]);
    expect(disagreement(pair([1000], 1.09, [500]))).to.deep.equal([]);
    expect(disagreement(pair([1000], 2, [920]))).to.deep.equal([]);
    expect(disagreement(pair([1000], 2, [500], { verdict: 'unresolved' }))).to.deep.equal([]);
    expect(disagreement(pair([1000], 2, [500], { warnings: [{ code: 'waits', share: 0.9 }] }))).to.deep.equal([]);
    expect(disagreement(pair([1000], 2, [500], { counts: null }))).to.deep.equal([]);
    expect(disagreement([row('a', { counts: null }), ratioed('b', 2, 0.01, counted(5))])).to.deep.equal([]);
  });

  it('is of tests with the same baseline', () => {
    const rows = pair([1000], 2, [500]).map((one, i) => ({ ...one, test: one.name, group: `g${i}` }));
    expect(disagreement(rows)).to.deep.equal([]);
  });
});
