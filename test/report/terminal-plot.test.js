'use strict';

const { expect } = require('chai');
const { chooseShape, boxLine, findReach, commonReach } = require('#lib/report/terminal-plot');
const { plotLines } = require('#lib/report/scatter-plot');
const { width } = require('#lib/base/text/display');

const AXIS = { low: -10, high: 10, columns: 21 };

describe('drawings of a terminal', () => {
  it('shows few values as dots, and many as a box with whiskers and outliers', () => {
    expect(boxLine(chooseShape([-10, 0, 3, 10]), AXIS)).to.equal('o         o  o      o');
    // Quartiles -2 and 2, median 0: whiskers reach to 8 at most.
    expect(boxLine(chooseShape([-5, -2, -2, 0, 0, 0, 2, 2, 5]), AXIS)).to.equal('     ---[=|=]---     ');
    expect(boxLine(chooseShape([-5, -2, -2, 0, 0, 0, 2, 2, 9]), AXIS)).to.equal('     ---[=|=]      o ');
    expect(boxLine(chooseShape([0, 0, 0, 0, 0, 0, 0, 0]), AXIS)).to.equal('          |          ');
  });

  it('marks values beyond its ends', () => {
    expect(boxLine(chooseShape([-11, 0, 12]), AXIS)).to.equal('<         o         >');
    expect(boxLine(chooseShape([-50, -2, -2, 0, 0, 0, 2, 2, 50]), AXIS)).to.equal('<       [=|=]       >');
    expect(boxLine(chooseShape([-20, -16, -12, -4, 0, 4, 12, 16, 20]), AXIS)).to.equal('<=========|=========>');
    // Values barely beyond the end are drawn on the edge.
    expect(boxLine(chooseShape([-10.4]), AXIS)).to.equal('o                    ');
    expect(boxLine(chooseShape([1e308, -1e308]), AXIS)).to.equal('<                   >');
  });

  it('has one axis for all rows, which a few outliers do not stretch', () => {
    expect(commonReach([0.011, 0.02, 0.0312])).to.equal(0.032);
    expect(commonReach([0.03])).to.equal(0.03);
    expect(commonReach([0.01, 0.01, 0.01, 5])).to.equal(0.05);
    expect(commonReach([...new Array(8).fill(0.01), 0.5, 0.6])).to.equal(0.6);
    expect(commonReach([...new Array(20).fill(0.01), 9])).to.equal(0.05);
    expect(commonReach([])).to.equal(0);
    expect(commonReach([0, NaN, Infinity])).to.equal(0);
    // Single values far off do not stretch the axis.
    expect(findReach(chooseShape([-5, -2, -2, 0, 0, 0, 2, 2, 99]))).to.equal(5);
    expect(findReach(chooseShape([1, -99]))).to.equal(99);
  });
});

/** A point [x, mean, half of its interval, category] */
const pointOf = ([x, mean, reach, category = null]) => (
  { x, mean, low: reach ? mean - reach : null, high: reach ? mean + reach : null, category });
const plotOf = (points, columns = 60, more = {}) => plotLines(
  { points: points.map(pointOf), xaxis: 'n', category: null, isLog: false, ...more }, columns);

describe('a plot of rates in a terminal', () => {
  it('has points, lines between them, and round numbers at its axes', () => {
    expect(plotOf([[1, 100], [2, 200], [5, 500]], 40)).to.deep.equal([
      'rate by n', '500 +                                 o', '    |                             . .',
      '    |                           .', '400 +                       . .', '    |                     .',
      '    |                 . .', '300 +               .', '    |           . .', '200 +         o', '    |       .',
      '    |   . .', '100 + o', '    +-----------------------------------', '      1       2                       5',
    ]);
  });

  const titles = [
    ['linear axes below 20 times', [[1, 1], [19, 19]], {}, 'rate by n'],
    ['logarithmic axes from 20 times on', [[1, 1], [20, 20]], {}, 'rate (log) by n (log)'],
    ['a logarithmic x that was asked for', [[1, 1], [3, 3]], { isLog: true }, 'rate by n (log)'],
    ['no logarithm of 0', [[0, 0], [3, 3]], { isLog: true }, 'rate by n'],
    ['first letters as marks of categories', [[1, 1, 0, 'utf8'], [2, 5, 0, 'utf8'], [1, 3, 0, 'ascii']],
      { category: 'type' }, 'rate by n: u utf8, a ascii'],
    ['signs if letters are the same', [[1, 1, 0, 'utf8'], [2, 5, 0, 'utf8'], [1, 3, 0, 'ucs2']], { category: 'type' },
      'rate by n: o utf8, x ucs2'],
    ['signs for other scripts', [[1, 1, 0, '日本'], [2, 5, 0, 'a']], { category: 'type' }, 'rate by n: o 日本, x a'],
    ['digits of numbers', [[1, 1, 0, 1], [2, 5, 0, 20]], { category: 'k' }, 'rate by n: 1 1, 2 20'],
    ['a sign if marks cover each other', [[1, 1, 0, 'a'], [2, 5, 0, 'a'], [1, 1, 0, 'b']], { category: 'k' },
      'rate by n: a a, b b, * several'],
  ];
  for (const [what, points, more, title] of titles) {
    it(`has ${what}`, () => expect(plotOf(points, 80, more)[0]).to.equal(title));
  }

  it('has ten times the rate in the same number of rows anywhere', () => {
    const [, ...lines] = plotOf([[1, 1], [2, 1e3], [3, 1e6]], 40);
    expect(lines.flatMap((line, row) => (line.includes('o') ? [row] : []))).to.deep.equal([0, 6, 11]);
    expect(lines[0]).to.match(/^ +1 M \+/);
  });

  it('shows intervals that are taller than a row', () => {
    const [, ...lines] = plotOf([[1, 10, 0.01], [2, 20, 6]], 40);
    expect(lines.map((line) => (line.endsWith('|') && line.length > 30) || line.endsWith('o')).lastIndexOf(true))
      .to.equal(8);
    expect(lines[11]).to.match(/^10 \+ o( \.)*$/);
  });

  it('is left out without room, or with a single point', () => {
    expect(plotOf([[1, 1], [2, 5]], 39)).to.deep.equal([]);
    expect(plotOf([[1, 1]])).to.deep.equal([]);
    expect(plotOf([])).to.deep.equal([]);
    expect(plotOf([[1, 1], [2, null]])).to.deep.equal([]);
  });

  it('takes equal rates, 100 columns at most, and 80 in a file', () => {
    const lines = plotOf([[1, 7], [2, 7]], 200);
    expect(Math.max(...lines.map(width))).to.equal(100);
    expect(lines.slice(1).filter((line) => line.includes('o'))).to.have.length(1);
    expect(plotOf([[1, 0], [2, 0]])).to.have.length(15);
    expect(Math.max(...plotOf([[1, 7], [2, 7]], undefined).map(width))).to.equal(60);
    expect(Math.max(...plotLines({ points: [[1, 7], [2, 7]].map(pointOf), xaxis: 'n', category: null }).map(width)))
      .to.equal(80);
  });

  it('leaves out labels that would touch, and keeps the first and the last', () => {
    const xs = Array.from({ length: 40 }, (_, i) => i + 100);
    const below = plotOf(xs.map((x) => [x, x]), 50).pop();
    expect(below).to.match(/^ +100 .* 139$/);
    expect(below).to.not.match(/\d{4}/);
    const wide = plotOf([['日本語', 1], ['x'.repeat(99), 2]], 50).pop();
    expect(wide).to.match(/日本語 +"?x{14,15}…$/);
    expect(width(wide)).to.be.at.most(50);
  });
});
