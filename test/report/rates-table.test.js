'use strict';

const { expect } = require('chai');
const { rates, document, configuration, side, ERROR } = require('../helpers/rates-samples');
const { ratesTable, runsOf } = require('../../lib/report/rates-table');
const { rateLine } = require('../../lib/text/configuration-names');
const { rateText, shortRate } = require('../../lib/text/numbers');
const { hintLines } = require('../../lib/report/rates-notes');
const { width } = require('../../lib/text/display');

const lines = (given, screen) => ratesTable(given, screen).split('\n');
const hint = (configurationText, more) => (
  { file: 'a.js', configuration: configurationText, kind: 'too-short', seconds: 0.0009, variation: 0.02, parameter: 'n',
    suggestion: 120000, ...more }
);

// Medians 1000, 2e6 and 50; of nine values the interval of the median goes to the second and the eighth.
const few = () => document([
  configuration('a.js', 'n=1', [side([980, 990, 990, 1000, 1000, 1000, 1010, 1010, 1020])]),
  configuration('a.js', 'n=200', [side([1.9e6, 2e6, 2.1e6])]),
  configuration('b.js', '', [side([50])]),
]);

describe('what runs come to', () => {
  it('is the median, with its interval to the farther end', () => {
    const found = runsOf(side([100, 100, 100, 90, 120, 100, 100], { seconds: [1, 2, null, null, null, null, 9] }));
    expect(found).to.deep.include({ runs: 7, failed: 0, rate: 100, seconds: 2 });
    // Of seven values the interval goes from between the first two to between the last two, 0.265 of the way to 120.
    expect(found.reach).to.be.closeTo(0.0533, 0.0001);
    expect(found.variation).to.be.closeTo(0.0887, 0.0001);
  });

  it('has no interval of under six runs, and no spread of one', () => {
    expect(runsOf(side([1, 2, 3, 4, 5]))).to.include({ reach: null, runs: 5 });
    expect(runsOf(side([1]))).to.include({ reach: null, variation: null, rate: 1 });
    expect(runsOf(side([], { errors: [ERROR] })))
      .to.deep.include({ runs: 0, failed: 1, reach: null, variation: null, seconds: null });
    expect(runsOf(side([0, 0, 0, 0, 0, 0, 0]))).to.include({ rate: 0, reach: null, variation: null });
  });
});

describe('the table of rates', () => {
  it('gives its own texts of rates', () => {
    expect([rateText(1234.5), shortRate(1234.5), rateLine({ file: 'a', configuration: '', rate: 1234.5 })])
      .to.deep.equal(['1,234.5', '1.235 k', 'a: 1.23 k/s']);
  });

  it('has a line for each configuration under its file', () => {
    expect(lines(few(), { columns: 100 })).to.deep.equal([
      '              rate  +- (95 %)  spread  runs   each  -5 %   median    +5 %',
      'a.js',
      '  n=1    1.000 k/s    +-1.0 %   1.2 %     9  12 ms        --[=|=]--',
      '  n=200  2.000 M/s              5.0 %     3  12 ms  o         o         o',
      'b.js     50.00  /s                        1  12 ms',
      '',
    ]);
  });

  it('leaves out the plot, seconds, runs, spread and interval in turn', () => {
    const titles = (columns) => lines(few(), { columns })[0].trim().replace(/ +/g, ' ');
    expect([90, 67, 66, 45, 44, 39, 38, 34, 33, 27, 26].map(titles)).to.deep.equal([
      'rate +- (95 %) spread runs each -5 % median +5 %', 'rate +- (95 %) spread runs each -5 % median +5 %',
      'rate +- (95 %) spread runs each', 'rate +- (95 %) spread runs each',
      'rate +- (95 %) spread runs', 'rate +- (95 %) spread runs', 'rate +- (95 %) spread', 'rate +- (95 %) spread',
      'rate +- (95 %)', 'rate +- (95 %)', 'rate',
    ]);
    expect(lines(few(), { columns: 15 })).to.include.members(['  n=… 2.000 M/s', 'b.js  50.00  /s']);
  });

  it('tells what failed, how often, and why', () => {
    const given = document([
      configuration('a.js', 'n=1',
        [side([1000, 1010],
          { errors: [ERROR, { ...ERROR, message: 'killed by SIGSEGV', at: null, output: [] }, ERROR] })]),
      configuration('a.js', 'n=2', [side([], { errors: [ERROR] })]),
    ], { failures: [{ side: 'this', file: 'c.js', error: { ...ERROR, message: 'no such file', at: null, output: [] } }],
      complete: false });
    expect(lines(given, { columns: 70 })).to.deep.equal([
      '            rate  spread    runs   each  -0.5 % median  +0.5 %',
      'a.js',
      '  n=1  1.005 k/s  0.70 %  2 of 5  12 ms  o                   o',
      '  n=2     FAILED          0 of 1',
      '',
      'cut short: not all runs have been made',
      '4 of 6 runs failed, 1 file could not be run:',
      'FAILED a.js n=1, 2 times: the process ended with exit code 1',
      '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
      'FAILED a.js n=1: killed by SIGSEGV',
      'FAILED a.js n=2: the process ended with exit code 1',
      '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
      'FAILED c.js: no such file',
      '',
    ]);
    expect(ratesTable(given, { columns: 70, hasColours: true })).to.include('\u001b[31mFAILED\u001b[0m')
      .and.to.include('\u001b[1ma.js\u001b[0m');
  });

  it('shows some of many failures, and counts the others', () => {
    const given =
      document(Array.from({ length: 50 }, (_, i) => configuration('a.js', `n=${i}`, [side([], { errors: [ERROR] })])));
    const text = ratesTable(given);
    expect(text.match(/^FAILED/gm)).to.have.length(20);
    expect(text).to.match(/and 30 more that failed\n$/);
    expect(text).to.include('\n50 of 50 runs failed:\n');
  });

  it('has a line for each side of several', () => {
    const given =
      document([configuration('a.js', 'n=1', [side([10, 10]), null, side([20, 20])])],
        { sides: ['old', 'mid', 'new'].map((label) => ({ label, source: null, environment: null })) });
    expect(lines(given)).to.deep.equal([
      '       side     rate  spread  runs   each', 'a.js', '  n=1  old   10.00/s  0.00 %     2  12 ms',
      '  n=1  new   20.00/s  0.00 %     2  12 ms', '',
    ]);
  });

  it('keeps names that differ in their 100th character apart', () => {
    const long = 'parameter="value" '.repeat(6);
    const given =
      document([1, 2].map((n) => configuration('a.js', `${long}n=${n}`, [side([10, 10], { errors: [ERROR] })])));
    for (const columns of [undefined, 200]) {
      for (const n of [1, 2]) {
        expect(ratesTable(given, { columns }).match(new RegExp(`n=${n}\\b`, 'g'))).to.have.length(2);
      }
    }
    expect(Math.max(...lines(document([configuration('a.js', 'x'.repeat(1e4), [side([1])])])).map(width)))
      .to.be.below(200);
  });

  it('says so where nothing was run', () => {
    expect(ratesTable(rates.empty())).to.equal('nothing was run\n');
  });

  it('is never wider than the terminal, whatever the names are', () => {
    for (let columns = 20; columns <= 200; columns += columns < 90 ? 7 : 33) {
      for (const line of lines(rates.typical(), { columns })) {
        expect(width(line), `${columns}: ${line}`).to.be.at.most(columns);
      }
    }
    for (const columns of [20, 33, 119]) {
      for (const line of lines(rates.hostile(), { columns })) {
        expect(width(line), `${columns}: ${line}`).to.be.at.most(columns);
      }
    }
  });

  it('lines up wide characters', () => {
    const rows = lines(rates.typical(), { columns: 80 });
    const end = (text) => width(rows.find((line) => line.includes(text)).replace(/( k).*$/, '$1'));
    expect(end('word="早い"')).to.equal(end('type="slow"'));
  });
});

describe('hints on runs', () => {
  it('name what would do', () => {
    expect(hintLines([hint('n=1024')], false))
      .to.deep.equal(['n=1024: 0.9 ms measured is too short; n=120000 would do (--calibrate n finds it)']);
    expect(hintLines([hint('n=1024')], true)[0]).to.match(/^a\.js n=1024: 0\.9 ms/);
    expect(hintLines([hint('', { parameter: null, suggestion: null })], false))
      .to.deep.equal(['a.js: 0.9 ms measured is too short; let a run do more operations']);
    expect(hintLines([hint('n=5', { kind: 'noisy', variation: 0.123 })], false))
      .to.deep.equal(['n=5: runs differ by 12 %; n=120000 would do (--calibrate n finds it)']);
    expect(hintLines([hint('n=5', { kind: 'noisy', variation: 0.123, suggestion: null })], false))
      .to.deep.equal(['n=5: runs differ by 12 %; more runs (--runs) narrow the interval']);
  });

  it('say the same of a file once, of its worst, with what would do for all', () => {
    const same =
      [hint('n=1'), hint('n=2', { seconds: 0.0001, suggestion: 5e5 }), hint('n=3', { seconds: 0.002, suggestion: 7 })];
    expect(hintLines(same, false))
      .to.deep.equal(
        ['n=2 and 2 more of this file: 0.1 ms measured is too short; n=500000 would do (--calibrate n finds it)']);
    const noisy = [hint('n=1', { kind: 'noisy' }), hint('n=2', { kind: 'noisy', variation: 0.5 })];
    expect(hintLines([...same, ...noisy], false)[1]).to.match(/^n=2 and 1 more of this file: runs differ by 50 %/);
  });

  it('are five at most', () => {
    const many = Array.from({ length: 17 }, (_, i) => hint('n=1', { file: `${i}.js` }));
    expect(hintLines(many, true)).to.have.length(6);
    expect(hintLines(many, true)[5]).to.equal('and 12 more');
    expect(hintLines(many.slice(0, 6), true)[5]).to.equal('and 1 more');
    expect(hintLines(many.slice(0, 5), true)).to.have.length(5);
  });

  it('stand below the table', () => {
    expect(lines({ ...few(), hints: [hint('n=1')] }, { columns: 100 }).slice(-3, -1))
      .to.deep.equal(['', 'a.js n=1: 0.9 ms measured is too short; n=120000 would do (--calibrate n finds it)']);
  });
});
