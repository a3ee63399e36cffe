'use strict';

/* Suites of tests: their table, notes and answer, the details of a test, and the environment */

const { expect } = require('chai');
const { testsTable } = require('#lib/report/kinds/tests');
const { resultsReport } = require('#lib/report/kinds/results');
const { format } = require('#lib/report/values');
const { row, ratioed, failedRow, tooFast, tooNoisy, memoryOf, coldCacheOf, parameterTests, results, suite } =
  require('../helpers/documents');
const { blocksIn, factsIn, sectionOf, testLines, textsOf } = require('../helpers/report-texts');

const cellsOf = (test, settings = {}) => testsTable([test], settings).rows[0].cells;
const rowOf = (test, settings = {}) => testsTable([test], settings).rows[0];
const keysOf = (tests, settings) => testsTable(tests, settings).columns.map(({ key }) => key);

describe('the cells of a test', () => {
  const cases = [
    ['no time', { nsPerCall: null, nsLow: null, nsHigh: null }, { time: '', reach: '' }],
    ['a time of 0', { nsPerCall: 0, nsLow: 0, nsHigh: 1 }, { time: '', reach: '' }],
    ['the larger half of the interval', { nsPerCall: 10, nsLow: 5, nsHigh: 11 }, { reach: '±50 %' }],
    ['memory without collections', { memory: { bytesPerCall: 4, collections: null } }, { memory: '4 B',
      collections: '' }],
    ['few collections', { memory: { ...memoryOf(1), bytesPerCall: null, collections: { count: 3.4, share: null } } },
      { memory: '', collections: '3' }],
    ['a clear factor after other tests', { polluted: { nsPerCall: 340, factor: 3.47, low: 3.4, high: 3.6 } },
      { polluted: '340 ns (3.5×)' }],
    ['a clear factor below 1', { polluted: { nsPerCall: 50, factor: 0.5, low: 0.4, high: 0.6 } },
      { polluted: '50 ns (0.50×)' }],
    ['no small factor', { polluted: { nsPerCall: 104, factor: 1.04, low: 1.03, high: 1.05 } }, { polluted: '104 ns' }],
    ['no unclear factor', { polluted: { nsPerCall: 150, factor: 1.5, low: 0.9, high: 2.5 } }, { polluted: '150 ns' }],
    ['no factor without an interval', { polluted: { nsPerCall: 150, factor: 1.5, low: null, high: null } },
      { polluted: '150 ns' }],
    ['no time after other tests', { polluted: { nsPerCall: null, factor: null, reason: 'it threw' } },
      { polluted: '-' }],
    ['warnings that change the meaning', { warnings: [
      { code: 'few-samples' }, { code: 'busy' }, { code: 'not-optimized', found: 'maglev' }] },
    { verdict: 'baseline (busy, not optimized)', marked: 'baseline*' }],
  ];
  for (const [what, more, expected] of cases) {
    it(`have ${what}`, () => {
      const cells = cellsOf(row('a', more));
      const texts = Object.fromEntries(Object.keys(expected).map((key) => [key, format(cells[key] ?? '')]));
      expect(texts).to.deep.equal(expected);
    });
  }

  it('have no figures of noisy tests, and a limit for tests that are too fast', () => {
    expect(textsOf(rowOf(tooFast('a')))).to.deep.equal(
      { name: 'a', time: 'under 0.11 ns', verdict: 'too fast to time', marked: 'too fast to time' });
    expect(textsOf(rowOf(tooNoisy('a')))).to.have.keys('name', 'verdict', 'marked');
    expect(rowOf(tooNoisy('a')).bar).to.equal(0);
  });

  it('are replaced by a truncated error if the test failed, and by dots while it waits', () => {
    const error = (message, at = null) => rowOf({ ...failedRow('a'), error: { message, at } }).instead;
    expect(error('no\nway', 'x.js:1:2')).to.equal('FAILED no (x.js:1:2)');
    expect(error('')).to.equal('FAILED');
    expect(error('word '.repeat(99), 'x.js')).to.match(/^FAILED (word ){31}word… \(x\.js\)$/);
    expect(rowOf({ ...failedRow('a'), error: null }).instead).to.equal('FAILED');
    expect(rowOf(row('a', { verdict: null })).instead).to.equal('...');
  });

  it('have runs and their spread as details at verbosity 2', () => {
    const test = row('a', { results: { avg: 100, min: 98, max: 102.32, runs: 31, nloops: 5e6, elapsed: 1.658,
      duration: 4.373 } });
    const details = (more, verbose) => format(cellsOf({ ...test, ...more }, { showRunDetails: true, verbose }).details);
    expect(details()).to.equal('(31 runs of 5m calls in 1.658 out of 4.373 sec, +/- 2.16%)');
    expect(details({ verdict: 'too-noisy' })).to.equal('(31 runs of 5m calls in 1.658 out of 4.373 sec)');
    expect(details({ results: { ...test.results, avg: 0 } }))
      .to.equal('(31 runs of 5m calls in 1.658 out of 4.373 sec)');
    expect([details({}, 1), details({}, 3)].map(Boolean)).to.deep.equal([false, true]);
    expect(keysOf([test], {})).to.include('details');
  });
});

describe('the table of tests', () => {
  it('has speed and rank first for programs, separated by single spaces, with units', () => {
    const rows = [row('a', { bytesPerSecond: 12.3e6, itemsPerSecond: 5000 }), ratioed('b', 1 / 16.0947, 0.01),
      failedRow('c')];
    const lines = testLines(rows, { visualize: false, bargraphScale: 5 });
    expect(lines.slice(0, 3)).to.deep.equal([
      'name speed bytes items rate verdict time/call',
      'a 10,000,000 ops/sec 12.3 MB/s 5,000 items/s 1000 (1000..1000) baseline 100.0 ns +-0.60 %',
      'b 160,947,000 ops/sec 16095 (15934..16256) faster 6.213 ns +-0.60 %',
    ]);
    expect(lines[3]).to.match(/^c FAILED \S/);
    expect(testLines([row('a', { results: { avg: null } })], { visualize: false })[1]).to.match(/^a - 1000/);
    expect(testLines(parameterTests({ sizes: [10, 1000] }), { visualize: false })[5])
      .to.match(/^concat size=1000 type="utf8" /);
  });

  it('sorts rows by time or name within their group, without a time last', () => {
    const tests = [row('b', { nsPerCall: 3 }), tooFast('a'), row('c', { nsPerCall: 2 })];
    const names = (sort) => testsTable(tests, { sort }).rows.map(({ cells }) => cells.name).join('');
    expect([undefined, 'file', 'time', 'name'].map(names)).to.deep.equal(['bac', 'bac', 'cba', 'abc']);
    const { rows } = testsTable(parameterTests({ sizes: [10, 1000], types: ['utf8'] }), { sort: 'name' });
    expect(rows.map(({ heading, cells }) => heading ?? cells.name)).to.deep.equal(
      ['size=10', 'concat', 'join', 'search', 'slice', 'size=1000', 'concat', 'join', 'search', 'slice']);
  });

  it('has bars of bargraphScale characters per 1000, and no bar without a rank', () => {
    const bars = (settings) => [row('a'), ratioed('b', 0.5, 0.01), tooFast('c')].map((test) => rowOf(test,
      settings).bar);
    expect(bars({})).to.deep.equal([5, 10, 0]);
    expect(bars({ bargraphScale: 2.5 })).to.deep.equal([2.5, 5, 0]);
    expect(bars({ visualize: false })).to.deep.equal([0, 0, 0]);
  });
});

describe('the report of results', () => {
  const report = (suites, more) => resultsReport(results(suites, more));

  it('opens the details of failed tests, or of all tests if there are few', () => {
    const open = (tests) => sectionOf(report([suite(tests)]), 's1tests').blocks.map(({ isOpen }) => isOpen);
    expect(open([row('a'), row('b')])).to.deep.equal([true, true]);
    expect(open([row('a'), row('b'), failedRow('c')])).to.deep.equal([false, false, true]);
  });

  it('folds more than 20 tests, and draws their speeds, and their times only in plots', () => {
    const of = (count) => report([suite(Array.from({ length: count }, (_, i) => ratioed(`t${i}`, 1,
      0.01)))]).sections[0];
    expect([of(20), of(21)].map(({ isFolded }) => isFolded)).to.deep.equal([false, true]);
    const kinds = blocksIn(of(2), 'figure')
      .flatMap(({ figures, only }) => figures({}).filter(Boolean).map(({ title }) => [title, only]));
    expect(kinds).to.deep.equal([['Speed', undefined], ['Time per call', 'plot']]);
  });
});

describe('the details of a test', () => {
  const detailsOf = (test) => sectionOf(resultsReport(results([suite([test])])), 's1tests').blocks[0];

  it('have only facts with known values', () => {
    const facts = (more) => factsIn(detailsOf(row('a', { samples: [], ...more })).blocks);
    expect(facts({ nsPerCall: 0 })).to.not.have.any.keys('time per call', 'speed');
    expect(facts({ verdict: 'too-noisy' })).to.not.have.any.keys('time per call', 'speed');
    expect(facts({ coldCache: coldCacheOf(82, { evictedBytes: 0 }) })['cold calls']).to.equal('200 calls');
    expect(facts({ collections: { count: 1, share: null, bytesPerCall: 1e6 } })).to.include(
      { 'garbage collections': '1', 'allocated per call': '1.00 MB' });
  });
});

describe('the environment', () => {
  const of = (environment) => sectionOf(resultsReport(results([suite([row('x')])], { environment })), 'environment');
  it('is a remark for a document without one', () => {
    expect(of(null).blocks[0]).to.deep.equal({ type: 'remark', text: 'No environment saved.', tone: 'empty' });
  });
});
