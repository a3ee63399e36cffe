'use strict';

const { expect } = require('chai');
const { comparisonPlot } = require('../../lib/report/plot/rates-plot');
const { scatterPlot } = require('../../lib/report/plot/scatter-plot');
const { plotPage } = require('../../lib/report/plot/to-plot');
const { placed } = require('../../lib/report/plot/category-labels');
const { parameterAxis } = require('../../lib/report/plot/parameter-axis');
const { numberText } = require('../../lib/report/chart/figures');
const palette = require('../../lib/report/chart/theme');
const { scatters, comparisons, scatter, point } = require('../helpers/rates-documents');
const { readXml, nodesOf } = require('../helpers/xml');

const all = (svg) => nodesOf(readXml(svg));
const texts = (svg) => all(svg).filter(({ tag }) => tag === 'text').map(({ text }) => text);
const titles = (svg) => all(svg).filter(({ tag }) => tag === 'title').map(({ text }) => text);
const ofClass = (svg, kind) => all(svg).filter(({ attributes }) => attributes.class === kind);
const placeOf = ({ attributes }) => /^translate\(([\d.]+) ([\d.]+)\)$/.exec(attributes.transform).slice(1).map(Number);
/** Where the points of a plot without categories are. */
const places = (svg) => ofClass(svg, 'sign').map(placeOf);
const textAt = (svg, words) => all(svg).find(({ tag, text }) => tag === 'text' && text === words).attributes;

describe('the axis of a parameter', () => {
  const axis = (values, isLog = false) => parameterAxis(values, { isLog, width: 600 });
  const labels = (one) => one.ticks.map(({ lines }) => lines.join('|'));

  it('has numbers in their places', () => {
    const { x, ticks } = axis([300, 100, 200]);
    expect(x(200)).to.be.closeTo(300, 0.1);
    expect(x(300) - x(200)).to.be.closeTo(x(200) - x(100), 0.2);
    expect(ticks.map((tick) => tick.lines[0])).to.deep.equal(['100', '200', '300']);
  });

  it('has doublings at equal distances on a log axis', () => {
    const { x } = axis([1, 2, 4, 1024], true);
    expect(x(4) - x(2)).to.be.closeTo(x(2) - x(1), 0.2);
    expect(x(1024) - x(1)).to.be.closeTo(10 * (x(2) - x(1)), 0.5);
  });

  it('leaves out of a log axis what is not above 0', () => {
    const { x, leftOut, ticks } = axis([0, -1, 1, 2], true);
    expect([leftOut, x(0), x(-1), ticks.length]).to.deep.equal([2, null, null, 2]);
    expect(axis([0], true)).to.deep.include({ leftOut: 1, ticks: [] });
  });

  it('has words in their order, each in the middle of its share', () => {
    const { x, ticks } = axis(['b', 'a', 3]);
    expect(['b', 'a', 3].map(x)).to.deep.equal([100, 300, 500]);
    expect(labels({ ticks })).to.deep.equal(['b', 'a', '3']);
  });

  it('has no labels that touch, and the last one in any case', () => {
    const found = labels(axis([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]));
    expect(found[found.length - 1]).to.equal('1,024');
    expect(found.length).to.be.within(4, 8);
    expect(labels(axis(Array.from({ length: 400 }, (_, i) => i))).length).to.be.within(4, 10);
  });

  it('has labels in lines, and numbers for words that are too long', () => {
    expect(labels(axis(['a first word', 'another one of them', 'x', 'y', 'z']))[1]).to.equal('another one of|them');
    const long = axis([`${'word '.repeat(30)}1`, `${'word '.repeat(30)}2`, 'x', 'y']);
    expect(labels(long)).to.deep.equal(['1', '2', '3', '4']);
    expect(long.rows[2]).to.deep.equal({ number: '3', name: 'x' });
    expect(axis(Array.from({ length: 100 }, (_, i) => `w${i}`)).rows).to.have.length(100);
  });

  it('writes numbers in full where that is short', () => {
    expect([1048576, 0.25, 1e21, 123456789012, 1 / 3, -5].map(numberText))
      .to.deep.equal(['1,048,576', '0.25', '1e+21', '123,456,789,012', '0.333333', '−5']);
  });
});

describe('names beside lines', () => {
  const blocks = (wishes, height = 10) => wishes.map((wish) => ({ wish, height }));

  it('stay where they are wished', () => {
    expect(placed(blocks([10, 40, 80]), 0, 100)).to.deep.equal([10, 40, 80]);
  });

  it('are moved apart by as little as possible', () => {
    expect(placed(blocks([50, 50]), 0, 100)).to.deep.equal([45, 55]);
    expect(placed(blocks([50, 54, 90]), 0, 100)).to.deep.equal([47, 57, 90]);
    // the third pushes both
    expect(placed(blocks([50, 50, 56]), 0, 100)).to.deep.equal([42, 52, 62]);
  });

  it('stay within', () => {
    expect(placed(blocks([0, 1, 99, 100]), 0, 100)).to.deep.equal([5, 15, 85, 95]);
    expect(placed(blocks(new Array(10).fill(100)), 0, 100)).to.deep.equal([5, 15, 25, 35, 45, 55, 65, 75, 85, 95]);
    const tall = placed([{ wish: 90, height: 60 }, { wish: 95, height: 20 }], 0, 100);
    expect(tall).to.deep.equal([50, 90]);
  });

  it('never lie over each other', () => {
    for (let n = 1; n < 30; n++) {
      const wished = Array.from({ length: n }, (_, i) => (i * 37 * n) % 400).sort((a, b) => a - b)
        .map((wish, i) => ({ wish, height: 10 + i % 4 * 15 }));
      const middles = placed(wished, 0, 2000);
      for (let i = 1; i < n; i++) {
        expect(middles[i] - middles[i - 1]).to.be.at.least((wished[i].height + wished[i - 1].height) / 2 - 1e-9);
      }
    }
  });
});

describe('a scatter plot', () => {
  const plot = (points, more) => scatterPlot(scatter(points, { category: null, ...more }));

  it('has its points in their places, on an axis from 0', () => {
    const svg = plot([point(11, null, 100), point(21, null, 50), point(31, null, 0)]);
    const [a, b, c] = places(svg);
    expect(b[0] - a[0]).to.be.closeTo(c[0] - b[0], 0.2);
    expect(c[1] - b[1]).to.be.closeTo(b[1] - a[1], 0.2);
    expect(Number(textAt(svg, '0').y) - 4).to.be.closeTo(c[1], 0.1);
    expect(Number(textAt(svg, '21').x)).to.be.closeTo(b[0], 0.1);
    expect(ofClass(svg, 'line')[0].attributes.d).to.equal(`M${a.join(' ')}L${b.join(' ')}L${c.join(' ')}`);
  });

  it('has the interval of each point, where it is told', () => {
    const svg = plot([point(10, null, 100, { half: 0.1 }), point(20, null, 100, { half: null })]);
    const bars = ofClass(svg, 'whisker').filter(({ attributes: { x1, x2 } }) => x1 === x2);
    expect(bars).to.have.length(1);
    const [low, high] = [Number(bars[0].attributes.y1), Number(bars[0].attributes.y2)];
    const [[, y]] = places(svg);
    const zero = Number(textAt(svg, '0').y) - 4;
    expect((low - high) / (zero - y)).to.be.closeTo(0.2, 0.002);
    expect(ofClass(svg, 'whisker'), 'with both ends').to.have.length(3);
    const below = ofClass(plot([point(1, null, 1000), { ...point(2, null, 1), low: -1, high: 3 }]), 'whisker');
    expect(below, 'without the end that is beyond the axis').to.have.length(5);
    expect(titles(svg)).to.include('inlen 10: 100.0, 95 % interval 90.00 to 110.0, 30 runs');
    expect(texts(plot([point(10, null, 100, { half: null, samples: 1 })])).join()).to.include('the mean of 1 run.');
  });

  it('has a log axis of rates over two decades, and says so', () => {
    const svg = plot([point(1, null, 1000), point(2, null, 100), point(3, null, 9)]);
    const [a, b, c] = places(svg);
    expect((c[1] - b[1]) / (b[1] - a[1])).to.be.closeTo(Math.log10(100 / 9), 0.01);
    expect(texts(svg)).to.include('operations per second, higher is better (log axis)');
    expect(texts(plot([point(1, null, 1000), point(2, null, 10)])))
      .to.include('operations per second, higher is better');
    expect(texts(plot([point(1, null, 1000), point(2, null, 0)])))
      .to.include('operations per second, higher is better');
  });

  it('has the log axis of x that was asked for, and tells what has no place on it', () => {
    const svg = plot([point(0, null, 5), point(1, null, 5), point(2, null, 5), point(4, null, 5)], { isLog: true });
    const [a, b, c] = places(svg);
    expect(c[0] - b[0]).to.be.closeTo(b[0] - a[0], 0.2);
    expect(texts(svg)).to.include('inlen (log axis, base 2)');
    expect(texts(svg).join()).to.include('are left out');
    expect(texts(plot([point(0, null, 5)], { isLog: true }))).to.include('There are no points to draw.');
    expect(texts(plot([point('a', null, 5)], { isLog: true }))).to.include('inlen');
  });

  it('has a line, a sign and a name for each category', () => {
    const svg = scatterPlot(scatters.linear());
    expect(ofClass(svg, 'line')).to.have.length(3);
    expect(new Set(ofClass(svg, 'sign').map(({ attributes }) => attributes.d)).size).to.equal(3);
    // eight points of three lines, and beside each name
    expect(ofClass(svg, 'sign')).to.have.length(27);
    expect(texts(svg)).to.include.members(
      ['utf8', 'ascii', 'base64-utf8', 'encoding', 'inlen', 'string_decoder/string-decoder.js']);
    const names = ['base64-utf8', 'ascii', 'utf8'].map((name) => Number(textAt(svg, name).y));
    expect(names).to.deep.equal([...names].sort((a, b) => a - b));
  });

  it('draws lines from left to right, in whatever order the points come', () => {
    const svg = plot([point(30, null, 1), point(10, null, 2), point(20, null, 3)]);
    const across = places(svg).map(([x]) => x);
    expect(across).to.deep.equal([...across].sort((a, b) => a - b));
  });

  it('has signs of their own for more lines than there are colours', () => {
    const svg = scatterPlot(scatters.many());
    const kinds = all(svg).filter(
      ({ tag, attributes, children }) => tag === 'g' && /^s\d$/.test(attributes.class) && children[0].tag === 'title')
      .map(({ attributes, children }) =>
        attributes.class + children.find(({ attributes: { transform } }) => transform).attributes.d);
    expect(kinds).to.have.length(34);
    expect(new Set(kinds).size).to.equal(34);
    const down = all(svg).filter(({ tag, text }) => tag === 'text' && /^category /.test(text))
      .map(({ attributes }) => Number(attributes.y)).sort((a, b) => a - b);
    expect(Math.min(...down.slice(1).map((y, i) => y - down[i])), 'lines between names').to.be.at.least(15);
    expect(down[33]).to.be.below(Number(readXml(svg).attributes.height) - 40);
  });

  it('has dashed lines where a colour comes again', () => {
    const dashes = ofClass(scatterPlot(scatters.many()), 'line')
      .map(({ attributes }) => attributes['stroke-dasharray']);
    const { length } = palette.SERIES.light;
    expect([0, length - 1, length, 2 * length, 3 * length].map((i) => dashes[i]))
      .to.deep.equal([undefined, undefined, '7 3', '2 3', undefined]);
  });

  it('says what was aggregated', () => {
    const words = texts(scatterPlot(scatters.linear())).join(' ');
    expect(words).to.include('the mean of 30 runs, with its 95 % interval');
    expect(words).to.match(/Aggregated over n \(which explains 83.% of the variance within a\s+point\), chunk/);
    expect(texts(plot([point(1, null, 5)])).join(' ')).not.to.include('Aggregated');
    expect(texts(plot([point(1, null, 5), point(2, null, 5, { samples: 7 })])).join(' ')).to.include('7 to 30 runs');
  });

  it('is well-formed whatever it holds', () => {
    const odd = () =>
      scatter([point(1, null, NaN), point(1e300, null, 1e300), point(Infinity, null, 1), point(2, 'x', -1),
        point(3, 4, 5)]);
    for (const make of [...Object.values(scatters), odd]) {
      for (const node of all(scatterPlot(make()))) {
        expect(node.tag).to.be.oneOf(['svg', 'title', 'desc', 'style', 'rect', 'g', 'text', 'line', 'path']);
        expect([node.attributes.d, node.attributes.x, node.attributes.y, node.attributes.x1, node.attributes.y1,
          node.attributes.transform].join()).not.to.match(/NaN|Infinity/);
      }
    }
  });
});

describe('a page of plots', () => {
  const svg = comparisonPlot(comparisons.one());

  it('holds the plots as they are, loads nothing and runs nothing', () => {
    const html = plotPage(svg);
    expect(html.split(svg)).to.have.length(2);
    expect(html).to.include('<title>Plot · qtimeit</title>')
      .and.to.include("default-src 'none'; style-src 'unsafe-inline'");
    expect(html).not.to.match(/<script|<link(?! rel="icon" href="data:,")|@import|url\(|<img/);
  });

  it('is light and dark', () => {
    const html = plotPage(svg);
    expect(html).to.include('color-scheme:light dark');
    expect(html.split(`--paper:${palette.light.paper}`)).to.have.length(2);
    expect(html.split(`--paper:${palette.dark.paper}`)).to.have.length(2);
  });
});
