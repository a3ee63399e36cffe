'use strict';

const { expect } = require('chai');
const { shapeOf, boxLine, reachOf, intervalLine, commonReach, axisTitle } = require('../../lib/report/terminal-plot');
const { plotLines } = require('../../lib/report/scatter-plot');
const { width } = require('../../lib/text/display');

const AXIS = { low: -10, high: 10, columns: 21 };

describe('drawings of a terminal', () => {
  it('shows few values as dots, many as a box with whiskers and single ones', () => {
    expect(boxLine(shapeOf([-10, 0, 3, 10]), AXIS)).to.equal('o         o  o      o');
    // Quartiles -2 and 2, median 0: whiskers reach to 8 at most.
    expect(boxLine(shapeOf([-5, -2, -2, 0, 0, 0, 2, 2, 5]), AXIS)).to.equal('     ---[=|=]---     ');
    expect(boxLine(shapeOf([-5, -2, -2, 0, 0, 0, 2, 2, 9]), AXIS)).to.equal('     ---[=|=]      o ');
    expect(boxLine(shapeOf([0, 0, 0, 0, 0, 0, 0, 0]), AXIS)).to.equal('          |          ');
  });

  it('marks what lies beyond its ends', () => {
    expect(boxLine(shapeOf([-11, 0, 12]), AXIS)).to.equal('<         o         >');
    expect(boxLine(shapeOf([-50, -2, -2, 0, 0, 0, 2, 2, 50]), AXIS)).to.equal('<       [=|=]       >');
    expect(boxLine(shapeOf([-20, -16, -12, -4, 0, 4, 12, 16, 20]), AXIS)).to.equal('<=========|=========>');
    // A hair beyond is on the edge.
    expect(boxLine(shapeOf([-10.4]), AXIS)).to.equal('o                    ');
    expect(boxLine(shapeOf([1e308, -1e308]), AXIS)).to.equal('<                   >');
  });

  it('shows an interval around zero', () => {
    expect(intervalLine({ value: 5, low: 3, high: 7 }, AXIS)).to.equal('          |  --o--   ');
    expect(intervalLine({ value: 1, low: -3, high: 5 }, AXIS)).to.equal('       ---|o----     ');
    expect(intervalLine({ value: 0, low: -0.1, high: 0.1 }, AXIS)).to.equal('          o          ');
    expect(intervalLine({ value: 5, low: null, high: null }, AXIS)).to.equal('          |    o     ');
    expect(intervalLine({ value: 5, low: -30, high: 30 }, AXIS)).to.equal('<---------|----o---->');
    expect(intervalLine({ value: -30, low: -40, high: -20 }, AXIS)).to.equal('<         |          ');
  });

  it('has one axis for all, which few stray ones do not stretch', () => {
    expect(commonReach([0.011, 0.02, 0.0312])).to.equal(0.032);
    expect(commonReach([0.03])).to.equal(0.03);
    expect(commonReach([0.01, 0.01, 0.01, 5])).to.equal(0.05);
    expect(commonReach([...new Array(8).fill(0.01), 0.5, 0.6])).to.equal(0.6);
    expect(commonReach([...new Array(20).fill(0.01), 9])).to.equal(0.05);
    expect(commonReach([])).to.equal(0);
    expect(commonReach([0, NaN, Infinity])).to.equal(0);
    // Single values far off count as little.
    expect(reachOf(shapeOf([-5, -2, -2, 0, 0, 0, 2, 2, 99]))).to.equal(5);
    expect(reachOf(shapeOf([1, -99]))).to.equal(99);
  });

  it('tells its ends and its middle', () => {
    expect(axisTitle(0.12, 21)).to.equal('-12 %     0     +12 %');
    expect(axisTitle(0.0034, 21, 'median')).to.equal('-0.34 %median +0.34 %');
    expect(axisTitle(0.05, 21, 'median')).to.equal('-5 %   median    +5 %');
  });
});

const point = (x, mean, reach = null, category = null) => (
  { x, category, mean, low: reach === null ? null : mean - reach, high: reach === null ? null : mean + reach });
const draw = (points, { columns = 40, isLog = false, category = null } = {}) =>
  plotLines({ points, xaxis: 'n', category, isLog }, columns);

describe('a plot of rates in a terminal', () => {
  it('has points, dots between them, and round numbers at its axes', () => {
    expect(draw([point(1, 100), point(2, 200), point(5, 500)])).to.deep.equal([
      'rate over n',
      '500 +                                 o',
      '    |                             . .',
      '    |                           .',
      '400 +                       . .',
      '    |                     .',
      '    |                 . .',
      '300 +               .',
      '    |           . .',
      '200 +         o',
      '    |       .',
      '    |   . .',
      '100 + o',
      '    +-----------------------------------',
      '      1       2                       5',
    ]);
  });

  it('has logarithmic axes if values lie far apart, or if one is asked for', () => {
    for (const [from, x, y, isLog, title] of [
      [1, 19, 19, false, 'rate over n'], [1, 20, 20, false, 'rate (log) over n (log)'],
      [1, 3, 3, true, 'rate over n (log)'], [0, 3, 0, true, 'rate over n'],
    ]) expect(draw([point(from, 1), point(x, y)], { isLog })[0]).to.equal(title);
    // Ten times the rate takes the same number of rows everywhere.
    const [, ...lines] = draw([point(1, 1), point(2, 1e3), point(3, 1e6)]);
    expect(lines.map((line) => line.includes('o')))
      .to.deep.equal(lines.map((_, at) => at === 0 || at === 6 || at === 11));
    expect(lines[0]).to.match(/^ +1 M \+/);
  });

  it('shows intervals of more than a row', () => {
    const [, ...lines] = draw([point(1, 10, 0.01), point(2, 20, 6)]);
    expect(lines.map((line) => (line.endsWith('|') && line.length > 30) || line.endsWith('o')).lastIndexOf(true))
      .to.equal(8);
    expect(lines[11]).to.match(/^10 \+ o( \.)*$/);
    expect(lines[0]).to.match(/ {30}\|$/);
  });

  it('has a sign for points of several categories that cover each other', () => {
    const lines = draw([point(1, 1, null, 'a'), point(2, 5, null, 'a'), point(1, 1, null, 'b'), point(2, 2, null, 'b')],
      { category: 'kind' });
    expect(lines[0]).to.equal('rate over n: a a, b b, * several');
    expect(lines.slice(1).join('')).to.include('*').and.to.include('a').and.to.include('b');
  });

  it('is left out without room, and without two values to compare', () => {
    const points = [point(1, 1), point(2, 5)];
    expect([draw(points, { columns: 39 }), draw(points.slice(1)), draw([])]).to.deep.equal([[], [], []]);
  });

  it('takes equal rates, and no more than a hundred columns', () => {
    const lines = draw([point(1, 7), point(2, 7)], { columns: 200 });
    expect(Math.max(...lines.map(width))).to.equal(100);
    expect(lines.slice(1).filter((line) => line.includes('o'))).to.have.length(1);
    expect(draw([point(1, 0), point(2, 0)])).to.have.length(15);
  });

  it('leaves out labels that would touch, and keeps the first and the last', () => {
    const xs = Array.from({ length: 40 }, (_, i) => i + 100);
    const below = draw(xs.map((x) => point(x, x)), { columns: 50 })[14];
    expect(below).to.match(/^ +100 .* 139$/).and.to.not.match(/\d{4}/);
    const wide = draw([point('日本語', 1), point('x'.repeat(99), 2)], { columns: 50 })[14];
    expect(wide).to.match(/日本語 +x{15}…$/);
    expect(width(wide)).to.be.at.most(50);
  });

  it('marks categories by their first letters, or by signs', () => {
    const keyOf = (...categories) => draw(
      categories.flatMap((category, i) => [point(1, i, null, category), point(2, i, null, category)]),
      { columns: 1000, category: 'kind' })[0].replace(/^.*?: /, '').replace(', * several', '');
    for (const [categories, key] of [
      [['utf8', 'ascii', 'latin1'], 'u utf8, a ascii, l latin1'],
      [['utf8', 'ucs2', 'latin1'], 'o utf8, x ucs2, + latin1'],
      [['日本', 'a'], 'o 日本, x a'], [[1, 2, 30], '1 1, 2 2, 3 30'], [[null], 'o none'],
    ]) expect(keyOf(...categories)).to.equal(key);
    expect(keyOf(...Array.from({ length: 40 }, (_, i) => `a${i}`))).to.match(/\? a39$/);
  });
});
