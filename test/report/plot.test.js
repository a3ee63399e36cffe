'use strict';

const { expect } = require('chai');
const { toPlot } = require('#lib/report/output/to-plot');
const { createPlotPage } = require('#lib/cli/plot-file');
const palette = require('#lib/report/chart/theme');
const { samples } = require('../helpers/documents');
const { comparisons, ratesDocuments, scatters } = require('../helpers/rates-documents');
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
  it('has the figures of the whole document, but none of single tests; see also the saved ones', () => {
    for (const [document, ...expected] of [
      [samples.typical(), 'Speed, relative', 'Time per call, ns'],
      [comparisons.one(), 'Rates, operations per second'],
      [ratesDocuments.run(), 'Rates, axis 1 of 2', 'Rates, axis 2 of 2'],
      [scatters.linear(), 'Rate by inlen, means of 30 runs'],
      [samples.empty(), 'There is nothing to draw.'],
      [samples.large(), 'Speed, relative', 'Time per call, ns'],
    ]) {
      const found = texts(toPlot(document)).filter((text) => (
        /^(Speed|Time|Resident|Processor|Change|Rates?|Round|Spread|Process|There)\b.*(,|draw)/.test(text)));
      expect(found).to.have.length(expected.length);
      found.forEach((text, i) => expect(text.startsWith(expected[i]), text).to.equal(true));
    }
  });

  it('has the title of the report, a heading for each of several sections, sources and up to ten failures', () => {
    const plot = toPlot(samples.several());
    expect(titles(plot)[0]).to.equal('3 files');
    expect(headings(plot).slice(0, 2)).to.deep.equal(['bench/parse.js, suite 1', 'bench/parse.js, suite 2']);
    expect(headings(toPlot(samples.typical()))).to.deep.equal([]);
    expect(texts(toPlot(samples.compared()))).to.include.members(
      ['new against old', 'old: old/', 'new: new/', 'sort (new) failed: Error: on purpose']);
    expect(texts(toPlot(samples.streams()))).to.include(
      'closes early failed: Error: the stream was closed before its end');
    expect(texts(toPlot({ ...samples.typical(), complete: false })).join()).to.include('Incomplete: the run');
    expect(texts(toPlot(samples.typical())).join()).not.to.include('Incomplete');
    const failures = Array.from({ length: 12 }, (_, i) => (
      { side: 'new', file: `f${i}.js`, error: { message: i > 0 ? 'Error: no\nat x' : '' } }));
    const found = texts(toPlot({ ...samples.compared(), tests: [], failures }));
    expect(found.filter((text) => / failed/.test(text))).to.deep.equal(['f0.js (new) failed',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `f${i}.js (new) failed: Error: no`), '2 more failed']);
  });

  it('is a well-formed picture of the stated size, with a description, for any document', () => {
    const documents = Object.entries({ ...samples, ...comparisons, ...ratesDocuments, ...scatters });
    for (const [name, make] of documents) {
      // Only rates have boxes or bars.
      for (const plotKind of name in ratesDocuments ? ['box', 'bars'] : ['box']) {
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

describe('all marks and texts of figures', () => {
  for (const [name, make] of Object.entries(MADE)) {
    it(`have the saved places and sizes: ${name}`, () => {
      const [made, expected] = [make(), kept(name)].map((text) => text.split('\n'));
      expect(made.filter((line, i) => line !== expected[i]).slice(0, 3)).to.deep.equal([]);
      expect(made).to.have.length(expected.length);
    });
  }
});

describe('the rows and keys of a plot', () => {
  it('are as high as their names need, and do not touch', () => {
    const rowsOf = (document) => areas(toPlot(document)).filter(({ attributes }) => attributes.class === 'row');
    expect(rowsOf(samples.typical()).map((node) => number(node, 'height'))).to.include(31).and.not.include(30);
    const rows = rowsOf(comparisons.longNames());
    expect(Math.max(...rows.map((node) => number(node, 'height')))).to.be.above(70);
    for (const [i, node] of rows.slice(1).entries()) {
      expect(number(node, 'y')).to.be.at.least(number(rows[i], 'y') + number(rows[i], 'height'));
    }
  });

  it('of rates have no box that is a flat line because of its neighbours', () => {
    for (const name of ['twelve', 'fortyEight', 'decades', 'threeSides', 'noisy']) {
      const widths = ofClass(toPlot(comparisons[name]()), 'box').map(({ attributes }) => attributes.width)
        .filter((width) => width.endsWith('%'));
      expect(Math.min(...widths.map(parseFloat)) * 5.4, name).to.be.above(5);
    }
  });

  it('have keys in lines as wide as the plot', () => {
    const lines = toPlot(scatters.many());
    const names = all(lines).filter(({ tag, text }) => tag === 'text' && /^category /.test(text));
    expect(names).to.have.length(34);
    const [{ attributes: { width } }] = all(lines);
    expect(Math.max(...names.map((node) => number(node, 'x'))) + 60).to.be.below(Number(width));
    expect(new Set(names.map((node) => number(node, 'y'))).size).to.be.within(5, 12);
  });

  it('have no line without a name, and name all values that are numbered on the axis', () => {
    const signs = (make) => all(toPlot(make())).filter(({ attributes }) => /^M0 0H22/.test(attributes.d));
    expect([scatters.one, scatters.linear].map((make) => signs(make).length)).to.deep.equal([0, 3]);
    const svg = toPlot(scatters.manyWords());
    expect(texts(svg)).to.include.members(['1', '30']);
    expect(texts(svg).join(' ')).to.match(/; 1: n=1 method="a name/);
  });
});

describe('a page of a plot', () => {
  const svg = toPlot(comparisons.one());
  const html = createPlotPage(svg);

  it('contains the plot unchanged, loads nothing and runs nothing', () => {
    expect(html.split(svg)).to.have.length(2);
    expect(html).to.include('<title>Plot · qtimeit</title>')
      .and.to.include("default-src 'none'; style-src 'unsafe-inline'");
    expect(html).not.to.match(/<script|<link(?! rel="icon" href="data:,")|@import|url\(|<img/);
  });

  it('supports light and dark', () => {
    for (const theme of ['light', 'dark']) {
      expect(html.split(`--paper:${palette[theme].paper}`)).to.have.length(2);
      expect(svg).to.include(`.qtimeit-plot .paper{fill:${palette[theme].paper}}`);
    }
    expect(palette.onlyLight(svg)).not.to.include(palette.dark.paper);
    expect(svg).to.include('@media screen and (prefers-color-scheme:dark)').and.not.include('var(');
    expect(svg).to.include('.qtimeit-plot .faster{').and.include('.qtimeit-plot .slower{');
  });
});
