'use strict';

const { expect } = require('chai');
const { scatters, pointsOf, step, ERROR } = require('../helpers/rates-samples');
const { scatterTable } = require('../../lib/report/scatter-table');
const { aggregatedLines, stepLines, growthLines, noteLines } = require('../../lib/report/scatter-words');
const { width } = require('../../lib/text/display');

const lines = (given, screen) => scatterTable(given, screen).split('\n');

const small = () => ({
  file: 'buffers/x.js', xaxis: 'len', category: 'encoding', isLog: false,
  points: [...pointsOf('utf8', [8, 16, 1024], (x) => 16000 / x), ...pointsOf('ascii', [8], () => 2e6)],
  aggregated: [
    { name: 'n', share: 0.83, levels: [
      { value: 10, ratio: 1.04, low: 1.02, high: 1.06 }, { value: 100, ratio: 0.97, low: null, high: null }] }],
  steps: [{ ...step('utf8', 8, 16, 0.51), low: 0.5, high: 0.52, exponent: -0.97, exponentLow: -1, exponentHigh: -0.94,
    p: 1e-9 }],
  growth: [
    { category: 'utf8', best: { name: 'n log n', coefficientNs: 1.2, error: 0.03 },
      runnerUp: { name: 'n', coefficientNs: 3, error: 0.07 }, isClear: true }],
  notes: [{ kind: 'aggregated', name: 'n' }, { kind: 'single-run', count: 1 }],
});

describe('the table of a scatter', () => {
  it('has the points by category, then what is mixed in them, steps, growth, a plot and notes', () => {
    expect(lines(small(), { columns: 80 })).to.deep.equal([
      'buffers/x.js: rate by len and encoding, averaged over n',
      ' len  samples       mean  +- (95 %)          median  (95 %)',
      'encoding utf8',
      '   8       30  2.000 k/s    +-1.0 %       2.002 k/s  (1.984 k..2.018 k)',
      '  16       30  1.000 k/s    +-1.0 %       1.001 k/s  (992.0..1.009 k)',
      '1024       30  15.63  /s    +-1.0 %  (!)  15.64  /s  (15.50..15.77)',
      'encoding ascii',
      '   8       30  2.000 M/s    +-1.0 %       2.002 M/s  (1.984 M..2.018 M)',
      '',
      'n explains 83 % of the variance within points: 10 x1.04 (1.02..1.06), 100 x0.97',
      '',
      'encoding utf8',
      '  8 -> 16: x0.51 (0.50..0.52), exponent -0.97 (-1.00..-0.94), p = 1e-9',
      '',
      'utf8: time grows with len as n log n (1.2 ns each, off by 3 %); next best n (off',
      '  by 7 %)',
      '',
      'rate (log) over len (log): u utf8, a ascii',
      '      | a',
      '  1 M +',
      '      |',
      '100 k +',
      '      |',
      ' 10 k +',
      '      | u . .',
      '  1 k +       . . u . . .',
      '      |                   . . . . . . . .',
      '  100 +                                   . . . . . . .',
      '      |                                                 . . . . . . . .',
      '      |                                                                 . . . u',
      '      +-------------------------------------------------------------------------',
      '        8        16                                                         1024',
      '',
      '(!) skewed: some runs far off move the mean; the median tells more',
      '1 point has configurations with one run: no interval',
      '',
    ]);
  });

  it('leaves out the interval of the median, samples, the median and the interval in turn', () => {
    const titles = (columns) => lines(
      { ...small(), category: null, points: small().points.slice(0, 2) }, { columns })[2].trim().replace(/ +/g, ' ');
    const titleRow = (columns) =>
      lines({ ...small(), points: small().points.slice(0, 3) }, { columns }).find((line) => /^ *len .*mean/.test(line))
        .trim().replace(/ +/g, ' ');
    expect(titles(120)).to.equal('8 30 2.000 k/s +-1.0 % 2.002 k/s (1.984 k..2.018 k)');
    expect([90, 49, 40, 26, 20].map(titleRow))
      .to.deep.equal(
        ['len samples mean +- (95 %) median (95 %)', 'len samples mean +- (95 %) median', 'len mean +- (95 %) median',
          'len mean +- (95 %)', 'len mean']);
  });

  it('has words on an axis of words, and no headings without categories', () => {
    const text = lines(scatters.words(), { columns: 80 });
    expect(text.slice(0, 7)).to.deep.equal([
      'url/parse.js: rate by kind',
      'kind    samples       mean  +- (95 %)          median  (95 %)',
      'short        30  1.000 k/s    +-1.0 %       1.001 k/s  (992.0..1.009 k)',
      'long         30  2.000 k/s    +-1.0 %       2.002 k/s  (1.984 k..2.018 k)',
      '日本語       30  3.000 k/s    +-1.0 %  (!)  3.003 k/s  (2.976 k..3.027 k)',
      '',
      'short -> long: x2.00',
    ]);
    expect(text[text.length - 4]).to.match(/^ +short +long +日本語$/);
  });

  it('has no plot of one point, or under 40 columns, and one of 80 columns for a file', () => {
    expect(lines(scatters.single(), { columns: 80 }))
      .to.deep.equal(['url/parse.js: rate by n', 'n  samples     mean   median', '1        1  123.4/s  123.4/s', '']);
    const hasPlot = (columns) => lines(small(), { columns }).some((line) => / \+-{9}/.test(line));
    expect([39, 40, undefined].map(hasPlot)).to.deep.equal([false, true, true]);
    expect(Math.max(
      ...lines(small()).filter((line) => /[|+]/.test(line) && /^ *(\d+ [kM]?)? ?[|+]/.test(line)).map(width)))
      .to.be.at.most(80);
  });

  it('has numbers on its axis in their order, whatever the order of the points', () => {
    const xs = Array.from({ length: 40 }, (_, i) => 134 - i);
    const text = lines({ ...scatters.single(), points: pointsOf(null, xs, (x) => x) }, { columns: 80 });
    expect(text[text.length - 4]).to.match(/^ +95 .* 134$/);
  });

  it('tells what failed', () => {
    const given =
      { ...scatters.single(), complete: false, notes: [{ kind: 'failed-runs', count: 1 }],
        errors: [{ configuration: 'n=2', error: ERROR }], failures: [] };
    expect(lines(given).slice(4, -1)).to.deep.equal([
      'cut short: not all runs have been made', '1 of 2 runs failed:',
      'FAILED url/parse.js n=2: the process ended with exit code 1', '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
    ]);
  });

  it('says so where there are no rates', () => {
    expect(scatterTable(scatters.empty(), { columns: 80 })).to.equal('x.js: rate by n\nno rates\n');
  });

  it('is never wider than the terminal, whatever the names are', () => {
    const tooWide = [];
    const check = (given, columns) =>
      tooWide.push(
        ...lines(given, { columns }).filter((line) => width(line) > columns).map((line) => `${columns}: ${line}`));
    for (const given of [scatters.typical(), scatters.words()]) {
      for (let columns = 20; columns <= 200; columns += columns < 90 ? 7 : 33) check(given, columns);
    }
    for (const columns of [20, 40, 119]) check(scatters.hostile(), columns);
    expect(tooWide).to.deep.equal([]);
  });
});

describe('what a scatter says in words', () => {
  it('has the share of a parameter, and its levels', () => {
    expect(aggregatedLines(
      { aggregated: [{ name: 'n', share: null, levels: [] },
        { name: 'm', share: 0.004, levels: [
          { value: 'a', ratio: null, low: null, high: null }, { value: null, ratio: 1, low: 0.999, high: 1.001 }] }] }))
      .to.deep.equal([
        'n is mixed within points', 'm explains 0.4 % of the variance within points: a, none x1.000 (0.999..1.001)',
      ]);
    const many =
      { name: 'n', share: 0.5, levels: Array.from(
        { length: 15 }, (_, i) => ({ value: i, ratio: 1, low: null, high: null })) };
    expect(aggregatedLines({ aggregated: [many] })[0]).to.match(/, 11 x1\.00 and 3 more$/);
  });

  it('has steps below each other, without what does not fit', () => {
    const steps =
      [{ ...step(null, 64, 128, 0.5), p: 0.012, delta: -0.4 },
        { ...step(null, 1000, 20000, 2), exponent: null, p: null },
        { ...step(null, 5, 7, 1), ratio: null, exponent: null, p: null }];
    expect(stepLines({ steps, category: null })).to.deep.equal([
      '  64 ->   128: x0.50 (0.49..0.51), exponent -1.00 (-1.03..-0.97), p = 0.012, delta -0.40 (medium)',
      '1000 -> 20000: x2.00 (1.96..2.04)',
      '   5 ->     7: no rate',
    ]);
    expect(stepLines({ steps, category: null }, 90)[0])
      .to.equal('  64 ->   128: x0.50 (0.49..0.51), exponent -1.00 (-1.03..-0.97), p = 0.012');
    expect(stepLines({ steps, category: null }, 70)[0])
      .to.equal('  64 ->   128: x0.50 (0.49..0.51), exponent -1.00 (-1.03..-0.97)');
    expect(stepLines({ steps, category: null }, 55)[0]).to.equal('  64 ->   128: x0.50 (0.49..0.51), exponent -1.00');
  });

  it('tells how the time grows, or that it cannot', () => {
    const best = (name, error, coefficientNs = 1234) => ({ name, error, coefficientNs });
    const line = (growth, category = null) =>
      growthLines({ growth: [{ category: 'utf8', ...growth }], xaxis: 'len', category })[0];
    expect(line({ best: best('n', 0.034), runnerUp: best('n log n', 0.2), isClear: true }, 'encoding'))
      .to.equal('utf8: time grows with len as n (1.2 us each, off by 3.4 %); next best n log n (off by 20 %)');
    expect(line({ best: best('n', 0.03), runnerUp: null, isClear: true }))
      .to.equal('time grows with len as n (1.2 us each, off by 3 %)');
    expect(line({ best: best('1', 0.01), runnerUp: best('log n', 0.4), isClear: true }))
      .to.equal('time does not depend on len (1.2 us, off by 1 %); next best log n (off by 40 %)');
    expect(line({ best: best('log n', 0.01), runnerUp: best('1', 0.4), isClear: true }))
      .to.match(/; next best not at all \(off by 40 %\)$/);
    expect(line({ best: best('n', 0.03), runnerUp: best('n log n', 0.05), isClear: false }))
      .to.equal('time grows with len as n or n log n, which these points do not tell apart (off by 3 % and 5 %)');
    expect(line({ best: best('1', 0.03), runnerUp: best('log n', 0.05), isClear: false }))
      .to.equal('time grows with len as log n or not at all, which these points do not tell apart (off by 5 % and ' +
        '3 %)');
    const withConstant = { ...best('n', 0.02, 0.65), constantNs: 52.3 };
    expect(line({ best: best('sqrt n', 0.25), runnerUp: best('log n', 0.8), isClear: false, withConstant }))
      .to.equal('time grows with len as n after a constant: 52 ns + 0.65 ns * n (off by 2 %; sqrt n alone by 25 %)');
    expect(line({ best: best('sqrt n', 0.03), runnerUp: best('log n', 0.05), isClear: false, withConstant }))
      .to.match(/which these points do not tell apart/);
    expect(line(
      { best: best('sqrt n', 0.25), runnerUp: best('log n', 0.8), isClear: false,
        withConstant: { ...withConstant, error: 0.12 } })).to.match(/none of the usual/);
    expect(line({ best: best('n', 0.3), runnerUp: best('sqrt n', 0.5), isClear: false }))
      .to.equal('time grows with len as none of the usual functions: n is off by 30 %, sqrt n by 50 %');
  });

  it('has a sentence for each kind of note, and shows others as they are', () => {
    const notes =
      ['x-missing', 'category-missing', 'parameters-unknown', 'not-finite', 'not-positive', 'failed-runs',
        'single-run'].map((kind, i) => ({ kind, count: 1 + i % 2 }));
    expect(noteLines({ ...scatters.single(), xaxis: 'len', category: 'encoding', notes })).to.deep.equal([
      'left out: 1 configuration without len', '2 configurations without encoding, shown as none',
      'left out: 1 configuration whose parameters cannot be told',
      'left out: 2 rates that are no finite number', '1 rate is not above 0: in means, and in nothing else',
      '2 runs failed', '1 point has configurations with one run: no interval',
    ]);
    expect(noteLines({ points: [], notes: [{ kind: 'quite-new', count: 3, name: 'a\u001b' }, { kind: 'toString' }] }))
      .to.deep.equal(['quite new: count 3, name a\\x1b', 'toString']);
  });
});
