'use strict';

/* Rates of benchmark files: runs, comparisons with the t test of compare.R, and scatters */

const { expect } = require('chai');
const { labelled } = require('#lib/report/kinds/rates');
const { formatEnd, formatDocument, toReport } = require('#lib/report/output/formats');
const {
  scatters, document, configuration, side, changed, withoutTest, test, sideOf, comparison, pointsOf,
  ERROR,
} = require('../helpers/rates-samples');
const { notesIn, sectionOf, tableIn, textsOf } = require('../helpers/report-texts');

const linesOf = (given, screen) => formatDocument('table', given, screen).split('\n');
const around = (rate) => [0.988, 0.992, 0.996, 0.998, 1, 1.002, 1.004, 1.008, 1.012].map((factor) => rate * factor);
const few = () => document([
  configuration('a.js', 'n=1', [side(around(1000))]), configuration('a.js', 'n=200', [side([1.9e6, 2e6, 2.1e6])]),
  configuration('b.js', '', [side([50])]),
]);
const rowsOf = (given, id = 'rates') => tableIn(toReport(given), id).rows.map((row) => row.heading ?? textsOf(row));

describe('runs of one configuration', () => {
  const cellsOf = (rates, more) => rowsOf(document([configuration('a.js', 'n=1', [side(rates, more)])]))[1];

  it('have their median with its interval, their spread, and the median of their durations', () => {
    // Of seven values the interval ends between the last two, 0.265 of the way to 120.
    expect(cellsOf([100, 100, 100, 90, 120, 100, 100], { seconds: [1, 2, null, null, null, null, 9] }))
      .to.include({ rate: '100.0/s', reach: '±5.3 %', variation: '8.9 %', runs: '7', seconds: '2 s' });
    expect(cellsOf([1, 2, 3, 4, 5])).to.include({ rate: '3.000/s', variation: '53 %' }).and.not.have.property('reach');
    expect(cellsOf([1])).to.include({ rate: '1.000/s', runs: '1' }).and.not.have.any.keys('reach', 'variation');
    expect(cellsOf([0, 0, 0, 0, 0, 0, 0])).to.include({ rate: '0/s' }).and.not.have.any.keys('reach', 'variation');
  });
});

describe('parameters that all configurations share', () => {
  const shared = (...configurations) => {
    const { shared: text, entries } = labelled(configurations.map((one) => ({ configuration: one })), 'a.js');
    return [text, ...entries.map(({ label }) => label)];
  };

  it('are not in the labels of configurations', () => {
    expect(shared('n=1 a="x y" b=2', 'n=1 a="x y" b=3')).to.deep.equal(['n=1 a="x y"', 'b=2', 'b=3']);
    expect(shared('a="q\\"n=1" n=1', 'a="r" n=1')).to.deep.equal(['n=1', 'a="q\\"n=1"', 'a="r"']);
    expect(shared('__proto__=1 n=1', '__proto__=1 n=2')[0]).to.equal('__proto__=1');
  });

  it('stay in the label of a single configuration, if nothing else is left, and in unparsable labels', () => {
    for (const list of [['n=1', 'n=1'], ['n=1 a=2'], ['n=1', 'n=1 a=2'], ['n=1 a=2', 'n=1 what'], []]) {
      expect(shared(...list)).to.deep.equal(['', ...list]);
    }
    expect(shared('', 'n=1')).to.deep.equal(['', 'a.js', 'n=1']);
  });
});

describe('the report of rates', () => {
  it('answers with the highest rate, unless there are several sides or single runs', () => {
    const answer = (given) => sectionOf(toReport(given), 'rates').answer;
    expect(answer(few())).to.deep.equal(['a.js: n=200 has the highest rate, 2.000 M/s, 2,000× faster than n=1']);
    expect(answer({ ...few(), sides: [...few().sides, ...few().sides] })).to.deep.equal([]);
    expect(answer({ ...few(), runs: 1 })).to.deep.equal([]);
    const two = (rate) => document([configuration('a.js', 'n=1', [side([999, 1001])]),
      configuration('a.js', 'n=2', [side([rate, rate])])]);
    expect([1000, 1200, 2000].map((rate) => answer(two(rate))[0])).to.deep.equal([
      'all configurations have a rate of 1.000 k/s', 'n=2 has the highest rate, 1.200 k/s, 20.0 % faster than n=1',
      'n=2 has the highest rate, 2.000 k/s, 2.00× faster than n=1']);
    expect(rowsOf(two(1))[1].plot).to.match(/^o +o$/);
  });

  it('has lines of single runs, unless they are already printed, and a table in wide outputs', () => {
    const one = document([configuration('a.js', 'n=5', [side([25])]), configuration('b.js', '', [side([7])])],
      { runs: 1 });
    expect(linesOf(one)).to.deep.equal(['a.js', 'a.js n=5: 25.0/s', '', 'b.js', 'b.js: 7.00/s', '']);
    expect(formatEnd('table', one)).to.equal('');
    expect(formatDocument('markdown', one)).to.include('| b.js | 7.000/s | 1 | 12\u00a0ms |');
    const failed = { ...one, failures: [{ side: 'this', file: 'c.js', error: { ...ERROR, at: null, output: [] } }] };
    expect(formatEnd('table', failed)).to.equal(
      '\n1 file could not be run:\nFAILED c.js: the process ended with exit code 1\n');
  });

  it('lists failures with their numbers and reasons, and counts those after 20', () => {
    const other = { ...ERROR, message: 'killed by SIGSEGV', at: null, output: [] };
    const given = document([
      configuration('a.js', 'n=1', [side([1000, 1010], { errors: [ERROR, other, ERROR] })]),
      configuration('a.js', 'n=2', [side([], { errors: [ERROR] })]), configuration('a.js', 'n=3', [side([])]),
    ], { failures: [{ side: 'this', file: 'c.js', error: other }], complete: false });
    expect(rowsOf(given).slice(1).map(({ rate, runs }) => [rate, runs])).to.deep.equal([
      ['1.005 k/s', '2 of 5'], ['FAILED', '0 of 1'], ['not run', '0']]);
    expect(tableIn(toReport(given), 'rates').rows[2].cells.rate.tone).to.equal('failed');
    const lines = linesOf(given);
    expect(lines.slice(lines.indexOf('') + 1, -1).filter((line) => !/^ /.test(line))).to.deep.equal([
      'cut short: some runs are missing', '4 of 6 runs failed, 1 file could not be run:',
      'FAILED a.js n=1, 2 times: the process ended with exit code 1', 'FAILED a.js n=1: killed by SIGSEGV',
      'FAILED a.js n=2: the process ended with exit code 1', 'FAILED c.js: killed by SIGSEGV']);
    const many = document(Array.from({ length: 50 }, (_, i) => configuration('a.js', `n=${i}`,
      [side([], { errors: [ERROR] })])));
    expect(formatDocument('table', many).match(/^FAILED/gm)).to.have.length(20);
    expect(formatDocument('table', many)).to.match(/and 30 more that failed\n/);
  });

  it('has a row for each side that ran, and figures of each file', () => {
    const sides = ['old', 'mid', 'new'].map((label) => ({ label, source: null, environment: null }));
    const given = document([configuration('a.js', 'n=1', [side([10, 10]), null, side([20, 20])])], { sides });
    expect(rowsOf(given).slice(1).map(({ name, side: own, rate }) => [name, own, rate])).to.deep.equal([
      ['n=1', 'old', '10.00/s'], ['n=1', 'new', '20.00/s']]);
    const shared = document(['x', 'y'].map((type) => configuration('a.js', `n=1 type="${type}"`, [side([5])])));
    expect(sectionOf(toReport(shared), 'f1').settings).to.equal('all with n=1 · medians of 30 runs each');
  });
});

const notesOf = (given) => notesIn(sectionOf(toReport(given), 'changes'));

describe('the report of a comparison of rates', () => {
  it('has no unnecessary exponent and no Infinity if rates of a damaged file are far apart', () => {
    const far = (improvement) => rowsOf(comparison([test('a.js', 'n=1', [changed(1.25, 0, {
      welch: { improvement, p: 0.02, stars: '*', accuracy: [Infinity, 1e300, 1e18], skipped: null } })])]),
        'changes')[1];
    expect(far(1e307)).to.include({ improvement: '- %', at05: '±-%', at01: '±1.00e+302%',
      at001: '±100000000000000000000.00%' });
    expect(far(Infinity).improvement).to.equal('- %');
  });

  it('has a row for a test that the first of several sides lacks', () => {
    const fresh = test('x.js', 'n=1', [withoutTest('unmatched'), withoutTest('unmatched')], [null, sideOf(), sideOf()]);
    const other = test('x.js', 'n=2', [changed(1.1, 0), changed(1.1, 0)]);
    expect(tableIn(toReport(comparison([fresh, other], { labels: ['v18', 'v20', 'v22'] })), 'changes').rows[1].instead)
      .to.equal('unmatched (not in v18)');
  });

  it('names the unresolved tests that need the fewest runs first', () => {
    const unresolved = (name, more) => test('a.js', name, [changed(1.01, 0.05, more)]);
    const some = [9, 3, 8, 1, 7, 6, 5].map((moreProcesses, i) => (
      unresolved(`n=${i}`, { moreProcesses, moreSeconds: i ? 30 : null })));
    const saved = ['x=1', 'x=2'].map((name) => unresolved(name, { moreProcesses: null }));
    expect(notesOf(comparison([...some, ...saved])).slice(5)).to.deep.equal([
      ...[[3, '1 more run'], [1, '3 more runs'], [6, '5 more runs'], [5, '6 more runs'], [4, '7 more runs'],
        [2, '8 more runs']].map(([n, runs]) => (
        `n=${n}: not resolved; about ${runs} per side (30 s) would settle it`)),
      'n=0: not resolved; about 9 more runs per side would settle it', 'x=1: not resolved (also: x=2)']);
    const blocks = [1.25, 0.8].map((ratio, machine) => ({ machine, ratio, low: null, high: null, processes: 12 }));
    const machines = ['n1', 'n2'].map((name) => ({ name, environment: null, shards: [1] }));
    expect(notesOf(comparison([unresolved('y=1', { moreProcesses: null, machinesDiffer: true, blocks })],
      { machines })))
      .to.include('y=1: not resolved; the machines differ by more than the variance between processes ' +
        'can explain: +25.0 % on n2, -20.0 % on n1');
  });
});

describe('the report of a scatter', () => {
  const sectionIn = (given) => sectionOf(toReport(given), 'rates');

  it('answers with the highest and the lowest rate without growth', () => {
    const two = { ...scatters.typical(), growth: [] };
    expect(sectionIn(two).answer[0])
      .to.match(/^15\.63 M\/s with len 64 and encoding utf8, down to .* and encoding utf8$/);
    expect(sectionIn(scatters.single()).answer).to.deep.equal([]);
  });

  it('has notes on steps and doubts', () => {
    const step = { ...scatters.words().steps[0], ratio: null, delta: -1 };
    expect(notesIn(sectionIn({ ...scatters.words(), steps: [step], points: pointsOf(null, [1, 2], () => 5) })))
      .to.deep.equal(['short -> long: no rate, delta -1.00 (large)']);
    const notes = [
      [{ kind: 'single-run', count: 1 }, 'no interval for 1 point: a configuration has only one run'],
      [{ kind: 'x-missing', count: 2 }, 'left out: 2 configurations without kind'],
      [{ kind: 'category-missing', count: 1 }, '1 configuration without none, shown as "none"'],
      [{ kind: 'parameters-unknown', count: 1 }, 'left out: 1 configuration whose parameters are unknown'],
      [{ kind: 'not-finite', count: 1 }, 'left out: 1 rate that is not finite'],
      [{ kind: 'not-positive', count: 2 }, '2 rates of 0 or less, included only in means'],
    ];
    expect(notesIn(sectionIn({ ...scatters.words(), steps: [], points: pointsOf(null, ['a'], () => 5),
      notes: [{ kind: 'failed-runs', count: 2 }, ...notes.map(([note]) => note)], complete: false }))).to.deep.equal([
      ...notes.map(([, words]) => words), 'cut short: some runs are missing']);
  });

  it('names runs that failed', () => {
    const errors = [{ configuration: 'n=1', error: ERROR }];
    expect(linesOf({ ...scatters.words(), errors, failures: [{ file: 'c.js', error: ERROR }] }))
      .to.include('FAILED url/parse.js n=1: the process ended with exit code 1')
        .and.include('1 of 91 runs failed, 1 file could not be run:');
  });
});
