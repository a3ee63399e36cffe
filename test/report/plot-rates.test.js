'use strict';

const { expect } = require('chai');
const { boxOf } = require('../../lib/report/chart/box');
const { panelsOf, rangeOf, barRangeOf } = require('../../lib/report/rate-panels');
const { rateText, shortRate } = require('../../lib/report/chart/figures');
const { rateTicks } = require('../../lib/report/chart/ticks');
const { improvementText } = require('../../lib/report/plot/rows-panel');
const { createScale } = require('../../lib/report/chart/scale');
const { comparisonPlot, ratesPlot } = require('../../lib/report/plot/rates-plot');
const palette = require('../../lib/report/chart/theme');
const { comparisons, ratesDocuments, compared, comparison, rates, configuration, failedSide, ratesAround,
  HOSTILE_NAMES } = require('../helpers/rates-documents');
const { readXml, nodesOf } = require('../helpers/xml');

const all = (svg) => nodesOf(readXml(svg));
const ofClass = (svg, kind) => all(svg).filter(({ attributes }) => (attributes.class || '') === kind);
const texts = (svg) => all(svg).filter(({ tag }) => tag === 'text').map(({ text }) => text);
const titles = (svg) => all(svg).filter(({ tag }) => tag === 'title').map(({ text }) => text);
const number = (node, key) => Number(node.attributes[key]);

describe('a box', () => {
  it('has quartiles of type 7, and whiskers to the last value within 1.5 lengths', () => {
    // sorted 1..8, 100: h = 8 p, so q1 = 3rd, median 5th, q3 7th value; reach 1.5 * 4, so 100 is beyond
    const box = boxOf([100, 3, 1, 2, 8, 7, 4, 5, 6]);
    expect(box).to.include({ q1: 3, median: 5, q3: 7, low: 1, high: 8, count: 9 });
    expect(box.outliers).to.deep.equal([100]);
    // of four: h = 0.75, 1 + 0.75 * 1
    expect(boxOf([1, 2, 3, 4])).to.include({ q1: 1.75, median: 2.5, q3: 3.25, low: 1, high: 4 });
  });

  it('takes a value at exactly 1.5 lengths for one within', () => {
    // q1 2, q3 4: reach 3 -> 7 is within, 7.5 would not be
    expect(boxOf([1, 2, 3, 4, 7])).to.deep.include({ high: 7, outliers: [] });
    expect(boxOf([1, 2, 3, 4, 7.5])).to.deep.include({ high: 4, outliers: [7.5] });
  });

  it('has no whisker inside of itself', () => {
    // q3 lies between 1 and 100, where there is no value
    const box = boxOf([1, 1, 1, 1, 1, 1, 100, 1000]);
    expect(box.high).to.be.at.least(box.q3);
    expect(box.low).to.be.at.most(box.q1);
  });

  it('has the interval of the mean: 1, 2, 3 -> 2 ± 4.303 / √3', () => {
    const { mean, interval } = boxOf([1, 2, 3]);
    expect(mean).to.equal(2);
    expect(interval.high).to.be.closeTo(2 + 4.302652729749462 / Math.sqrt(3), 1e-9);
    expect(boxOf([7])).to.deep.include({ median: 7, q1: 7, q3: 7, outliers: [], interval: null });
  });
});

const row = (...lists) => ({ sides: lists.map((list) => ({ box: list && list.length ? boxOf(list) : null })) });
const around = (centre, spread = 0.02) => [0.9, 0.95, 1, 1.05, 1.1].map((k) => centre * (1 + (k - 1) * 10 * spread));

describe('rows that share an axis', () => {
  it('are those within a factor of five', () => {
    const rows = [100, 450, 700, 20, 1e6].map((centre) => row(around(centre, 0.1)));
    expect(panelsOf(rows, 'bars').map((panel) => panel.map((one) => rows.indexOf(one))))
      .to.deep.equal([[0, 3], [1, 2], [4]]);
  });

  it('take what lies between, so that neither side of a row is squashed', () => {
    const rows = [row(around(1), around(4.9)), row(around(6), around(7))];
    expect(panelsOf(rows, 'bars')).to.have.length(2);
    expect(panelsOf([row(around(1), around(4)), row(around(4.5), around(4.9))], 'bars')).to.have.length(1);
  });

  it('leave each box at least 3 % of the axis', () => {
    // boxes are 1 % of their centres wide; 1.2 away from each other that is 1 / 21
    const near = [row(around(100, 0.01)), row(around(120, 0.01))];
    expect(panelsOf(near, 'box')).to.have.length(1);
    const far = [row(around(100, 0.01)), row(around(200, 0.01))];
    expect(panelsOf(far, 'box')).to.have.length(2);
    expect(panelsOf(far, 'bars')).to.have.length(1);
  });

  it('are not kept apart for what has no length of its own', () => {
    expect(panelsOf([row([5, 5, 5]), row([6, 6, 6]), row([7])], 'box')).to.have.length(1);
  });

  it('keep their order, and what has no rates stays with its neighbour', () => {
    const rows = [row([]), row(around(1)), row(null), row(around(1000)), row([]), row(around(1.1))];
    expect(panelsOf(rows, 'box').map((panel) => panel.map((one) => rows.indexOf(one))))
      .to.deep.equal([[0, 1, 2, 5], [3, 4]]);
    expect(panelsOf([row([]), row(null)], 'box')).to.have.length(1);
    expect(panelsOf([], 'box')).to.deep.equal([]);
  });

  it('show zeros beside each other only', () => {
    expect(panelsOf([row([0, 0]), row([1e-6, 2e-6]), row([0, 0])], 'bars')).to.have.length(2);
  });

  it('have an axis for all whiskers, and for outliers that are not far off', () => {
    const list = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(rangeOf([row(list), row(around(100))])).to.deep.equal({ low: 1, high: 102 });
    expect(rangeOf([row([...list, 15])])).to.deep.equal({ low: 1, high: 15 });
    expect(rangeOf([row([...list, 16, 1000])])).to.deep.equal({ low: 1, high: 8 });
    expect(rangeOf([row([...list.map((value) => value + 100), 94, 93])])).to.deep.equal({ low: 94, high: 108 });
    expect(rangeOf([row([])])).to.equal(null);
  });

  it('have an axis from 0 as bars, which an interval lengthens up to twice', () => {
    expect(barRangeOf([row([1, 2, 3])])).to.deep.equal({ low: 0, high: 4 });
    const { high } = barRangeOf([row([2, 2.01, 2.02])]);
    expect(high).to.be.within(2.03, 2.04);
    expect(barRangeOf([row([7])])).to.deep.equal({ low: 0, high: 7 });
  });
});

describe('a rate in words', () => {
  it('has four digits and a prefix', () => {
    const cases =
      [[0, '0'], [1, '1.000'], [1234.5678, '1.235 k'], [999.96, '1.000 k'], [999960, '1.000 M'], [1.2e9, '1.200 G'],
        [5e12, '5.000 T'], [0.012345, '0.01235'], [123456, '123.5 k']];
    for (const [rate, text] of cases) expect(rateText(rate), `${rate}`).to.equal(text.replace(' ', '\u00a0'));
    expect([null, undefined].map((rate) => rateText(rate))).to.deep.equal(['–', '–']);
    expect([rateText(1.5e-7), rateText(1e20)]).to.deep.equal(['1.500·10⁻⁷', '1.000·10²⁰']);
    expect([20000, 1.5e6, 300, 0.01, 1e-5].map(shortRate))
      .to.deep.equal(['20\u00a0k', '1.5\u00a0M', '300', '0.01', '10⁻⁵']);
  });

  it('is told apart from its neighbours on an axis', () => {
    for (const [low, high] of [[1.2e6, 1.21e6], [0, 5], [3e-7, 5e-7], [0, 4e-9], [1e17, 1.001e17], [950, 1050],
        [4.99, 5.01]]) {
      const ticks = rateTicks(createScale({ low, high })).map(({ text }) => text);
      expect(ticks.length, ticks.join()).to.be.within(2, 6);
      expect(new Set(ticks).size, ticks.join()).to.equal(ticks.length);
    }
    expect(rateTicks(createScale({ low: 950, high: 1050 })).map(({ text }) => text.replace('\u00a0', ' ')))
      .to.deep.equal(['0.96 k', '0.98 k', '1.00 k', '1.02 k', '1.04 k']);
  });
});

describe('an improvement in words', () => {
  it('has its sign', () => {
    expect([0.0321, -0.0321, 0, 0.12345, -0.00001, 1.5].map(improvementText))
      .to.deep.equal(['+3.21\u00a0%', '−3.21\u00a0%', '0.00\u00a0%', '+12.3\u00a0%', '0.00\u00a0%', '2.50×']);
    expect([null, undefined, NaN, Infinity].map(improvementText)).to.deep.equal(['', '', '', '']);
  });
});

describe('a plot of a comparison', () => {
  const list = [100, 110, 120, 130, 140];
  const two = () => comparison([compared('a.js', 'n=1', [list, list.map((rate) => rate + 20)])]);

  it('has a box for each side, in its place', () => {
    const svg = comparisonPlot(two());
    const boxes = ofClass(svg, 'box').filter((node) => number(node, 'width') !== 16);
    expect(boxes).to.have.length(2);
    const [old, now] = boxes;
    // the axis goes from 100 to 160 and 4 % beyond on 540 pixels: 8.0128 for each
    const pixels = 540 / (60 * 1.08);
    expect(number(old, 'width')).to.be.closeTo(20 * pixels, 0.15);
    expect(number(now, 'x') - number(old, 'x')).to.be.closeTo(20 * pixels, 0.15);
    const [first, second] = ofClass(svg, 'median').filter((node) => number(node, 'y2') - number(node, 'y1') === 12);
    expect(number(first, 'x1')).to.be.closeTo(number(old, 'x') + 10 * pixels, 0.15);
    expect(number(second, 'y1')).to.be.above(number(first, 'y1'));
    const [tick] = all(svg).filter((node) => node.tag === 'text' && node.text === '120');
    expect(number(tick, 'x')).to.be.closeTo(number(first, 'x1'), 0.15);
  });

  it('says which side a box belongs to, and how it changed', () => {
    const svg = comparisonPlot(two());
    expect(texts(svg)).to.include.members(
      ['old', 'new', '120.0', '140.0', '+16.7\u00a0%', '***', 'a.js', 'n=1', './node-old (node 20.1.0)']);
    expect(titles(svg)).to.include('old: 5 runs, median 120.0, middle half 110.0 to 130.0, whiskers 100.0 to ' +
      '140.0, mean 120.0');
    const series = all(svg).filter(
      ({ tag, attributes, children }) =>
        tag === 'g' && /^s\d$/.test(attributes.class) && children.some(({ tag: one }) => one === 'title'));
    expect(series.map(({ attributes }) => attributes.class)).to.deep.equal(['s0', 's1']);
    expect(nodesOf(readXml(svg)).find(({ tag }) => tag === 'desc').text).to.include('n=1: old 120.0, new 140.0');
  });

  it('has bars from 0 with the interval of the mean', () => {
    const svg = comparisonPlot(two(), { kind: 'bars' });
    const bars = ofClass(svg, 'bar').filter((node) => number(node, 'width') !== 16);
    expect(number(bars[1], 'width') / number(bars[0], 'width')).to.be.closeTo(140 / 120, 0.002);
    expect(ofClass(svg, 'box')).to.deep.equal([]);
    const [interval] = ofClass(svg, 'error');
    // t(0.975, 4) = 2.776, s = 15.81: half 19.63
    expect((number(interval, 'x2') - number(interval, 'x1')) / number(bars[0], 'width'))
      .to.be.closeTo(2 * 19.63 / 120, 0.002);
    expect(texts(svg)).to.include('0');
    expect(titles(svg)).to.include('new: 5 runs, mean 140.0, 95 % interval 120.4 to 159.6');
  });

  it('has dots beyond the whiskers, and triangles for those beyond the axis', () => {
    const rateList = [1, 2, 3, 4, 5, 6, 7, 8];
    const plot = (more) => comparisonPlot(comparison([compared('a.js', 'n=1', [[...rateList, ...more], rateList])]));
    const dots = (svg) => all(svg).filter(({ tag }) => tag === 'circle').length;
    const triangles = (svg) => all(svg).filter(({ tag, attributes }) => tag === 'path' && attributes.class === 'dot')
      .length;
    expect([dots(plot([])), triangles(plot([]))]).to.deep.equal([0, 0]);
    expect([dots(plot([15])), triangles(plot([15]))]).to.deep.equal([1, 0]);
    expect([dots(plot([900, 901])), triangles(plot([900, 901]))]).to.deep.equal([0, 1]);
    expect(titles(plot([900, 901])).join()).to.include('2 beyond: 900.0 to 901.0');
  });

  it('has a whisker on each side where the box ends before the runs', () => {
    const plot = (...rateList) =>
      ofClass(comparisonPlot(
        comparison([compared('a.js', 'n=1', [rateList])], { sides: [{ label: 'a', source: null }] })), 'whisker');
    // a line and its cap each; of 1, 1, 1, 1, 1.9, 2 the box begins at 1
    expect([plot(1, 2, 3, 4, 5), plot(1, 1, 1, 1, 1.9, 2), plot(5, 5, 5)].map(({ length }) => length))
      .to.deep.equal([4, 2, 0]);
    const [line, cap] = plot(1, 1, 1, 1, 1.9, 2);
    expect(number(cap, 'x1')).to.equal(number(line, 'x2'));
  });

  it('has the median beside a box and the mean beside a bar', () => {
    const skewed = comparison([compared('a.js', 'n=1', [[1, 2, 9], [1, 2, 9]])]);
    expect(texts(comparisonPlot(skewed))).to.include('2.000').and.not.to.include('4.000');
    expect(texts(comparisonPlot(skewed, { kind: 'bars' }))).to.include('4.000').and.not.to.include('2.000');
  });

  it('takes no rate that is none', () => {
    expect(titles(comparisonPlot(comparison([compared('a.js', 'n=1', [[-1, 5, 1e300], [-1]])]))))
      .to.include('old: 1 run, median 5.000');
  });

  it('shows few runs one by one, and a single one without a box', () => {
    const svg = comparisonPlot(comparison([compared('a.js', 'n=1', [[5], [6, 7]])]));
    expect(ofClass(svg, 'box').filter((node) => number(node, 'width') !== 16)).to.have.length(1);
    expect(all(svg).filter(({ tag }) => tag === 'circle')).to.have.length(3);
    expect(titles(svg)).to.include('old: 1 run, median 5.000');
    expect(texts(svg).join(' ')).to.include('fewer than five runs');
    expect(texts(comparisonPlot(two())).join(' ')).not.to.include('fewer than five runs');
  });

  it('says why there is no box', () => {
    const svg =
      comparisonPlot(
        comparison([compared('a.js', 'n=1', [list, failedSide()]), compared('a.js', 'n=2', [null, list])]));
    expect(texts(svg)).to.include.members(['new: Error: on purpose', 'old: has no such configuration']);
    expect(texts(comparisonPlot(comparison([compared('a.js', 'n=1', [failedSide('a'), failedSide('')])]))))
      .to.include.members(['old: a', 'new: failed']);
    expect(texts(comparisonPlot(comparisons.nothing()))).to.include('There are no rates to draw.');
    const odd = comparisonPlot(comparisons.odd());
    expect(texts(odd).join()).to.include('Not complete')
      .and.to.include('broken.js could not be run by new: SyntaxError');
  });

  it('has an axis of its own for each scale, and says so', () => {
    const svg = comparisonPlot(comparisons.decades());
    expect(ofClass(svg, 'axis').filter((node) => number(node, 'x2') - number(node, 'x1') === 540)).to.have.length(9);
    expect(texts(svg).filter((text) => text.includes('each axis has a scale of its own'))).to.have.length(1);
    expect(texts(comparisonPlot(comparisons.one())).join()).to.include('the axis does not begin at 0')
      .and.not.to.include('scale of its own');
    expect(texts(comparisonPlot(comparisons.decades(), { kind: 'bars' })).join()).not.to.include('begin at 0');
  });

  it('leaves no box a flat line because of its neighbours', () => {
    for (const name of ['twelve', 'fortyEight', 'decades', 'threeSides', 'noisy']) {
      const widths = ofClass(comparisonPlot(comparisons[name]()), 'box').map((node) => number(node, 'width'))
        .filter((width) => width !== 16);
      expect(Math.min(...widths), name).to.be.above(5);
    }
  });

  it('has a part for each file, and tells once what all of its configurations share', () => {
    const svg =
      comparisonPlot(
        comparison(
          [compared('a.js', 'n=1 x=1', [list, list]), compared('b.js', 'n=1', [list, list]),
            compared('a.js', 'n=1 x=2', [list, list])]));
    const found = texts(svg);
    expect(ofClass(svg, 'heading').map(({ text }) => text)).to.deep.equal(['a.js', 'b.js']);
    expect(found).to.include.members(['all with n=1', 'x=1', 'x=2', 'n=1']);
    expect(found.indexOf('x=2')).to.be.below(found.indexOf('b.js'));
    expect(titles(svg)).to.include('n=1 x=2');
  });

  it('is well-formed, without numbers that are none, and carries nothing from outside, whatever it holds', () => {
    for (const [name, make] of Object.entries(comparisons)) {
      for (const kind of ['box', 'bars']) {
        const svg = comparisonPlot(make(), { kind });
        const root = readXml(svg);
        expect(root.attributes.xmlns, name).to.equal('http://www.w3.org/2000/svg');
        const nodes = nodesOf(root);
        const tags = new Set(nodes.map(({ tag }) => tag));
        expect(['svg', 'title', 'desc', 'style', 'rect', 'g', 'text', 'line', 'circle', 'path'], name)
          .to.include.members([...tags]);
        const attributes = new Set(nodes.flatMap((node) => Object.keys(node.attributes)));
        expect([...attributes].filter((key) => ['id', 'href', 'onload', 'style'].includes(key)), name)
          .to.deep.equal([]);
        const values =
          nodes.map((node) => Object.values(node.attributes).join(' ').replace(root.attributes['aria-label'], ''));
        expect(values.filter((value) => /NaN|Infinity|undefined|http:\/\/(?!www\.w3\.org\/2000\/svg)/.test(value)),
          name).to.deep.equal([]);
      }
    }
  });

  it('has every name, as text', () => {
    const found = titles(comparisonPlot(comparisons.hostile()));
    expect(found).to.include.members(
      ['<script>alert(1)</script>', '</svg></title></style>', '__proto__="x" n=1', 'a\\u202ereversed\\u202c',
        'not a character \\ufffe\\uffff', HOSTILE_NAMES[11]]);
  });

  it('follows the viewer', () => {
    expect(comparisonPlot(two())).to.include('@media screen and (prefers-color-scheme:dark)')
      .and.to.include(palette.light.paper).and.to.include(palette.dark.paper);
  });
});

describe('a plot of one side', () => {
  it('has a box for each configuration and no legend', () => {
    const svg = ratesPlot(ratesDocuments.run());
    expect(ofClass(svg, 'box')).to.have.length(3);
    expect(texts(svg)).to.include.members(['all with n=1024', 'size=10', 'size=100', 'size=1000'])
      .and.not.to.include('this');
    expect(ofClass(ratesPlot(ratesDocuments.run(), { kind: 'bars' }), 'bar')).to.have.length(3);
  });

  it('tells of runs and files that failed', () => {
    const svg = ratesPlot(ratesDocuments.failing());
    expect(texts(svg)).to.include.members(['this: Error: no', 'none.js could not be run: Cannot find module']);
    const some =
      rates([configuration('a.js', 'n=1', ratesAround(1, 5), { errors: [{ message: 'x' }, { message: 'y' }] })]);
    expect(titles(ratesPlot(some)).join()).to.include('2 runs failed');
  });
});

/**
 * What the eye's three kinds of cones make of a colour when one is missing: Machado, Oliveira and Fernandes (2009), in
 * linear RGB.
 */
const MISSING = {
  none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const luminance = (colour) => linear(colour).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (
  Math.min(luminance(a), luminance(b)) + 0.05);

/** L*a*b* of a colour as seen with one kind of cones missing. */
function lab(colour, matrix) {
  const rgb = linear(colour);
  const [r, g, b] = matrix.map(
    (weights) => Math.min(1, Math.max(0, weights.reduce((sum, w, i) => sum + w * rgb[i], 0))));
  const xyz =
    [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089];
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b, matrix) => Math.hypot(...lab(a, matrix).map((value, i) => value - lab(b, matrix)[i]));

describe('the colours of sides', () => {
  for (const theme of ['light', 'dark']) {
    it(`stand out from ${theme} paper`, () => {
      for (const colour of palette.SERIES[theme]) {
        expect(contrast(colour, palette[theme].paper), colour).to.be.at.least(3);
      }
    });

    it(`stay apart on ${theme} paper for all kinds of colour vision, the first four of them`, () => {
      const few = palette.SERIES[theme].slice(0, 4);
      for (const [name, matrix] of Object.entries(MISSING)) {
        few.forEach(
          (a, i) => few.slice(i + 1).forEach(
            (b) => expect(distance(a, b, matrix), `${a} ${b} ${name}`).to.be.at.least(15)));
      }
    });
  }

  it('begin again after the eighth', () => {
    const groups = all(comparisonPlot(comparisons.nineSides())).filter(({ attributes }) => attributes.class === 's0');
    // two rows and the legend, for the first and the ninth
    expect(groups).to.have.length(6);
  });
});
