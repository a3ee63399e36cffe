'use strict';

const { expect } = require('chai');
const { toPlot } = require('../../lib/report/output/to-plot');
const { plotPage } = require('../../lib/report/picture/plot-file');
const palette = require('../../lib/report/chart/theme');
const { samples } = require('../helpers/documents');
const { comparisons, ratesDocuments, scatters, compared, comparison, failedSide, rates, configuration } =
  require('../helpers/rates-documents');
const { kept, MADE } = require('../helpers/plots');
const { readXml, nodesOf } = require('../helpers/xml');

const all = (svg) => nodesOf(readXml(svg));
const clean = (text) => text.replace(/\u00a0/g, ' ');
const texts = (svg) => all(svg).filter(({ tag }) => tag === 'text').map(({ text }) => clean(text));
const titles = (svg) => all(svg).filter(({ tag }) => tag === 'title').map(({ text }) => clean(text));
const ofClass = (svg, kind) => all(svg).filter(({ attributes }) => (attributes.class || '').split(' ').includes(kind));
const number = (node, key) => Number(node.attributes[key]);
const headings = (svg) => ofClass(svg, 'heading').map(({ text }) => text);
const areas = (svg) => all(svg).filter(({ tag, attributes }) => (
  tag === 'svg' && /^(row|chart)/.test(attributes.class) && attributes.height !== '1'));

describe('the plot of a document', () => {
  it('has the figures of the whole document, and none of single tests', () => {
    for (const [document, ...expected] of [
      [samples.typical(), 'Speed, over that', 'Time per call, ns'],
      [samples.parameters(), 'Time per call over size, both', 'Speed, over that of concat;', 'Time per call, on a log'],
      [samples.streams(), 'Speed, MB/s', 'Resident memory, MB', 'Processor time, per'],
      [samples.compared(), 'Change of the time per call, against old;'],
      [comparisons.one(), 'Rates, operations per second'],
      [ratesDocuments.run(), 'Rates, axis 1 of 2', 'Rates, axis 2 of 2'],
      [scatters.linear(), 'Rate over inlen, means of 30 runs'],
      [samples.empty(), 'There is nothing to draw.'],
      [samples.large(), 'Speed, over that', 'Time per call, ns'],
    ]) {
      const found = texts(toPlot(document)).filter((text) => (
        /^(Speed|Time|Resident|Processor|Change|Rates?|Round|Spread|Process|There)\b.*(,|draw)/.test(text)));
      expect(found).to.have.length(expected.length);
      found.forEach((text, i) => expect(text.startsWith(expected[i]), text).to.equal(true));
    }
  });

  it('has the title of the report, a heading for each of several sections, sources and failures', () => {
    const plot = toPlot(samples.several());
    expect(titles(plot)[0]).to.equal('3 files');
    expect(headings(plot).slice(0, 2)).to.deep.equal(['bench/parse.js, suite 1', 'bench/parse.js, suite 2']);
    expect(headings(toPlot(samples.typical()))).to.deep.equal([]);
    expect(texts(toPlot(samples.compared()))).to.include.members(
      ['new against old', 'old: old/', 'new: new/', 'sort (new) failed: Error: on purpose']);
    expect(texts(toPlot(samples.streams()))).to.include(
      'closes early failed: Error: the stream was closed before its end');
    expect(texts(toPlot({ ...samples.typical(), complete: false })).join()).to.include('Not complete: the run');
    expect(texts(toPlot(samples.typical())).join()).not.to.include('Not complete');
  });

  it('has the first ten failures, and the number of the others', () => {
    const failures = Array.from({ length: 12 }, (_, i) => (
      { side: 'new', file: `f${i}.js`, error: { message: i > 0 ? 'Error: no\nat x' : '' } }));
    const found = texts(toPlot({ ...samples.compared(), tests: [], failures }));
    expect(found.filter((text) => / failed/.test(text)))
      .to.deep.equal([
        'f0.js (new) failed', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `f${i}.js (new) failed: Error: no`),
        '2 more failed']);
  });

  it('is a well-formed picture of the size that it states, in words, too, whatever a document holds', () => {
    const documents = Object.entries({ ...samples, ...comparisons, ...ratesDocuments, ...scatters });
    for (const [name, make] of documents) {
      for (const plotKind of ['box', 'bars']) {
        const svg = toPlot(make(), { plotKind });
        const nodes = all(svg);
        const [root] = nodes;
        expect(root.attributes.viewBox, name).to.equal(`0 0 ${root.attributes.width} ${root.attributes.height}`);
        expect(nodes.find(({ tag }) => tag === 'desc').text.trim(), name).not.to.equal('');
        expect(['svg', 'title', 'desc', 'style', 'rect', 'g', 'text', 'line', 'circle', 'path'], name)
          .to.include.members([...new Set(nodes.map(({ tag }) => tag))]);
        const attributes = [...new Set(nodes.flatMap((node) => Object.keys(node.attributes)))];
        expect(attributes.filter((key) => ['id', 'href', 'onload', 'style'].includes(key)), name).to.deep.equal([]);
        const [ends, height] = [areas(svg).map((node) => number(node, 'y') + number(node, 'height')),
          number(root, 'height')];
        expect(Math.max(0, ...ends), name).to.be.at.most(height);
        expect(svg.replace(/<(title|desc|text)[ >][^<]*/g, ''), name).not.to.match(/NaN|Infinity|undefined/);
      }
    }
  });
});

describe('all marks and words of figures', () => {
  for (const [name, make] of Object.entries(MADE)) {
    it(`have the kept places and sizes: ${name}`, () => {
      const [made, expected] = [make(), kept(name)].map((text) => text.split('\n'));
      expect(made.filter((line, i) => line !== expected[i]).slice(0, 3)).to.deep.equal([]);
      expect(made).to.have.length(expected.length);
    });
  }
});

describe('the rows of a plot', () => {
  const list = [100, 110, 120, 130, 140];

  it('have names on the left, areas as wide as the axis, values and verdicts on the right', () => {
    const svg = toPlot(samples.compared());
    const rows = areas(svg).filter(({ attributes }) => attributes.class === 'row');
    expect(rows.map((node) => number(node, 'width'))).to.deep.equal(rows.map(() => 540));
    for (const [i, node] of rows.slice(1).entries()) {
      expect(number(node, 'y')).to.be.at.least(number(rows[i], 'y') + number(rows[i], 'height'));
    }
    const at = (words) => all(svg).find(({ tag, text }) => tag === 'text' && clean(text) === words);
    const [left, value, verdict] = ['parse', '−12.0 %', 'faster'].map((words) => number(at(words), 'x'));
    const start = number(rows[0], 'x');
    expect([left < start, value > start + 540, verdict > value]).to.deep.equal([true, true, true]);
    expect(titles(svg).some((title) => /^parse: −12\.0 % .*, faster$/.test(title))).to.equal(true);
    expect(ofClass(svg, 'toned')[0].text).to.equal('faster');
  });

  it('are as high as their names need', () => {
    const heights = (svg) => areas(svg).filter(({ attributes }) => attributes.class === 'row')
      .map((node) => number(node, 'height'));
    expect(new Set(heights(toPlot(samples.typical())))).to.deep.equal(new Set([31]));
    expect(new Set(heights(toPlot(comparisons.one())))).to.deep.equal(new Set([46]));
    expect(Math.max(...heights(toPlot(comparisons.longNames())))).to.be.above(70);
  });

  it('of rates have each side, its change, and why there is no box', () => {
    const svg = toPlot(comparison([
      compared('a.js', 'n=1 x=1', [list, list.map((rate) => rate + 20)]),
      compared('a.js', 'n=1 x=2', [null, failedSide()]), compared('b.js', 'n=1', [list, list])]));
    expect(headings(svg)).to.deep.equal(['a.js', 'b.js']);
    expect(texts(svg)).to.include.members(
      ['old', 'new', '120.0/s', '140.0/s', '+16.7 % ***', 'no such configuration', 'Error: on purpose']);
    expect(texts(svg).join()).to.include('; all with n=1').and.include('*, **, ***: the means differ');
    expect(ofClass(svg, 's1')).to.have.length(2);
    expect(ofClass(svg, 'failed')).to.have.length(2);
    expect(nodesOf(readXml(svg)).find(({ tag }) => tag === 'desc').text)
      .to.include('x=1, old: 5 runs, median 120.0/s');
  });

  it('of rates are boxes or bars', () => {
    const count = (plotKind, kind) => ofClass(toPlot(ratesDocuments.run(), { plotKind }), kind).length;
    // the key has one more
    expect([count('box', 'box'), count(undefined, 'box'), count('box', 'bar')]).to.deep.equal([4, 4, 0]);
    expect([count('bars', 'bar'), count('bars', 'box')]).to.deep.equal([4, 0]);
    const failed = rates([configuration('a.js', 'n=1', [], { errors: [{ code: 'threw', message: 'Error: no' }] })]);
    expect(texts(toPlot(failed))).to.include('Error: no');
  });

  it('leave no box a flat line because of its neighbours', () => {
    for (const name of ['twelve', 'fortyEight', 'decades', 'threeSides', 'noisy']) {
      const widths = ofClass(toPlot(comparisons[name]()), 'box').map(({ attributes }) => attributes.width)
        .filter((width) => width.endsWith('%'));
      expect(Math.min(...widths.map(parseFloat)) * 5.4, name).to.be.above(5);
    }
  });
});

describe('the keys of a plot', () => {
  it('have signs with their meanings, in lines as wide as the plot', () => {
    const svg = toPlot(samples.compared());
    expect(texts(svg).filter((text) => /^(interval|the margin|the regression)/.test(text))).to.have.length(3);
    expect(ofClass(svg, 'limit').filter(({ attributes }) => attributes.x1 === '11')).to.have.length(1);
    const lines = toPlot(scatters.many());
    const names = all(lines).filter(({ tag, text }) => tag === 'text' && /^category /.test(text));
    expect(names).to.have.length(34);
    const [{ attributes: { width } }] = all(lines);
    expect(Math.max(...names.map((node) => number(node, 'x'))) + 60).to.be.below(Number(width));
    expect(new Set(names.map((node) => number(node, 'y'))).size).to.be.within(5, 12);
  });

  it('name all values that have a number on their axis', () => {
    const svg = toPlot(scatters.manyWords());
    expect(texts(svg)).to.include.members(['1', '30']);
    expect(texts(svg).join(' ')).to.match(/; 1: n=1 method="a name/);
  });
});

describe('a page of a plot', () => {
  const svg = toPlot(comparisons.one());
  const html = plotPage(svg);

  it('holds the plot as it is, loads nothing and runs nothing', () => {
    expect(html.split(svg)).to.have.length(2);
    expect(html).to.include('<title>Plot · qtimeit</title>')
      .and.to.include("default-src 'none'; style-src 'unsafe-inline'");
    expect(html).not.to.match(/<script|<link(?! rel="icon" href="data:,")|@import|url\(|<img/);
  });

  it('is light and dark', () => {
    for (const theme of ['light', 'dark']) {
      expect(html.split(`--paper:${palette[theme].paper}`)).to.have.length(2);
      expect(svg).to.include(`.qtimeit-plot .paper{fill:${palette[theme].paper}}`);
    }
    expect(palette.onlyLight(svg)).not.to.include(palette.dark.paper);
    expect(svg).to.include('@media screen and (prefers-color-scheme:dark)').and.not.include('var(');
    expect(svg).to.include('.qtimeit-plot .bar.system,.qtimeit-plot .bar.of-collector{');
  });
});

/**
 * The three kinds of colour vision with one kind of cones missing, in linear RGB: Machado, Oliveira and Fernandes
 * (2009).
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
  const xyz = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089];
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b, matrix) => Math.hypot(...lab(a, matrix).map((value, i) => value - lab(b, matrix)[i]));

describe('the colours of series', () => {
  for (const theme of ['light', 'dark']) {
    it(`have enough contrast with ${theme} paper, and the first four differ for all kinds of colour vision`, () => {
      const colours = palette.SERIES[theme];
      for (const colour of colours) expect(contrast(colour, palette[theme].paper), colour).to.be.at.least(3);
      const few = colours.slice(0, 4);
      for (const [name, matrix] of Object.entries(MISSING)) {
        few.forEach((a, i) => few.slice(i + 1).forEach(
          (b) => expect(distance(a, b, matrix), `${a} ${b} ${name}`).to.be.at.least(15)));
      }
    });
  }

  it('begin again after the eighth', () => {
    expect([0, 7, 8, 17].map(palette.seriesClass)).to.deep.equal(['s0', 's7', 's0', 's1']);
  });
});
