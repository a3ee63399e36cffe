'use strict';

const { expect } = require('chai');
const { shapeOf, boxLine, reachOf, intervalLine, commonReach, axisTitle } = require('../../lib/report/terminal-plot');
const { scatterPlot, markersOf } = require('../../lib/report/scatter-plot');
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

const point = (x, y, reach = null) =>
  ({ x, y, low: reach === null ? null : y - reach, high: reach === null ? null : y + reach });
const labels = (...values) => values.map((at) => ({ at, text: `${at}` }));

describe('a plot of rates in a terminal', () => {
  it('has points, what lies between them, and round numbers at its axes', () => {
    const { lines, isLogX, isLogY, hasSeveral } =
      scatterPlot(
        { series: [{ marker: 'o', points: [point(1, 100), point(2, 200), point(5, 500)] }], labels: labels(1, 2, 5),
          columns: 40 });
    expect(lines).to.deep.equal([
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
    expect({ isLogX, isLogY, hasSeveral }).to.deep.equal({ isLogX: false, isLogY: false, hasSeveral: false });
  });

  it('has logarithmic axes where a span needs them, or where x shall have one', () => {
    const series = (a, b) => [{ marker: 'o', points: [point(1, 1), point(a, b)] }];
    expect(scatterPlot({ series: series(19, 19), labels: labels(1, 19), columns: 60 }))
      .to.include({ isLogX: false, isLogY: false });
    expect(scatterPlot({ series: series(20, 20), labels: labels(1, 20), columns: 60 }))
      .to.include({ isLogX: true, isLogY: true });
    expect(scatterPlot({ series: series(3, 3), labels: labels(1, 3), isLogX: true, columns: 60 }))
      .to.include({ isLogX: true, isLogY: false });
    expect(scatterPlot({ series: series(3, 0), labels: labels(0, 3), isLogX: true, columns: 60 }))
      .to.include({ isLogX: false, isLogY: false });
    // Ten times the rate takes the same number of rows anywhere.
    const { lines } = scatterPlot(
      { series: [{ marker: 'o', points: [point(1, 1), point(2, 1e3), point(3, 1e6)] }], labels: labels(1, 2, 3),
        columns: 40 });
    expect(lines.map((line) => line.includes('o')))
      .to.deep.equal(lines.map((_, row) => row === 0 || row === 6 || row === 11));
    expect(lines[0]).to.match(/^ +1 M \+/);
  });

  it('shows intervals that are to be seen', () => {
    const { lines } = scatterPlot(
      { series: [{ marker: 'o', points: [point(1, 10, 0.01), point(2, 20, 6)] }], labels: labels(1, 2), columns: 40 });
    expect(lines.map((line) => (line.endsWith('|') && line.length > 30) || line.endsWith('o')).lastIndexOf(true))
      .to.equal(8);
    expect(lines[11]).to.match(/^10 \+ o( \.)*$/);
    expect(lines[0]).to.match(/ {30}\|$/);
  });

  it('tells where points of several categories cover each other', () => {
    const plot =
      scatterPlot(
        { series: [{ marker: 'a', points: [point(1, 1), point(2, 5)] },
          { marker: 'b', points: [point(1, 1), point(2, 2)] }], labels: labels(1, 2), columns: 40 });
    expect(plot.hasSeveral).to.equal(true);
    expect(plot.lines.join('')).to.include('*').and.to.include('a').and.to.include('b');
  });

  it('is left out where there is no room, or nothing to compare', () => {
    const series = [{ marker: 'o', points: [point(1, 1), point(2, 5)] }];
    expect(scatterPlot({ series, labels: labels(1, 2), columns: 39 })).to.equal(null);
    expect(scatterPlot({ series: [{ marker: 'o', points: [point(1, 1)] }], labels: labels(1), columns: 80 }))
      .to.equal(null);
    expect(scatterPlot({ series: [], labels: [], columns: 80 })).to.equal(null);
  });

  it('takes equal rates, and no more than a hundred columns', () => {
    const plot =
      scatterPlot(
        { series: [{ marker: 'o', points: [point(1, 7), point(2, 7)] }], labels: labels(1, 2), columns: 200 });
    expect(Math.max(...plot.lines.map(width))).to.equal(100);
    expect(plot.lines.filter((line) => line.includes('o'))).to.have.length(1);
    expect(scatterPlot(
      { series: [{ marker: 'o', points: [point(1, 0), point(2, 0)] }], labels: labels(1, 2), columns: 60 }).lines)
      .to.have.length(14);
  });

  it('leaves out labels that would touch, and keeps the first and the last', () => {
    const xs = Array.from({ length: 40 }, (_, i) => i + 100);
    const { lines } = scatterPlot(
      { series: [{ marker: 'o', points: xs.map((x) => point(x, x)) }], labels: labels(...xs), columns: 50 });
    expect(lines[13]).to.match(/^ +100 .* 139$/);
    expect(lines[13]).to.not.match(/\d{4}/);
    const wide =
      scatterPlot(
        { series: [{ marker: 'o', points: [point(0, 1), point(1, 2)] }],
          labels: [{ at: 0, text: '日本語' }, { at: 1, text: 'x'.repeat(99) }], columns: 50 });
    expect(wide.lines[13]).to.match(/日本語 +x{15}…$/);
    expect(width(wide.lines[13])).to.be.at.most(50);
  });

  it('marks categories by their first letters, or by signs', () => {
    expect(markersOf(['utf8', 'ascii', 'latin1'])).to.deep.equal(['u', 'a', 'l']);
    expect(markersOf(['utf8', 'ucs2', 'latin1'])).to.deep.equal(['o', 'x', '+']);
    expect(markersOf(['日本', 'a'])).to.deep.equal(['o', 'x']);
    expect(markersOf([1, 2, 30])).to.deep.equal(['1', '2', '3']);
    expect(markersOf([null])).to.deep.equal(['o']);
    expect(markersOf(new Array(40).fill('a'))[39]).to.equal('?');
  });
});
