'use strict';

const { expect } = require('chai');
const { suitesPlot, changesPlot } = require('../../lib/report/plot/intervals-plot');
const { toPlot } = require('../../lib/report/plot/to-plot');
const { comparisons, ratesDocuments, scatters } = require('../helpers/rates-documents');
const { samples } = require('../helpers/documents');
const { readXml, nodesOf } = require('../helpers/xml');

const all = (svg) => nodesOf(readXml(svg));
const ofClass = (svg, kind) => all(svg).filter(({ attributes }) => (attributes.class || '').split(' ').includes(kind));
const texts = (svg) => all(svg).filter(({ tag }) => tag === 'text').map(({ text }) => text.replace(/\u00a0/g, ' '));
const marksOf = (svg, tone) => ofClass(svg, tone).filter(({ tag }) => tag === 'g');
const number = (node, key) => Number(node.attributes[key]);

/** The first test of a results document with these figures. */
function withTests(...rows) {
  const results = samples.typical();
  const [test] = results.suites[0].tests;
  results.suites[0].tests = rows.map((row) => ({ ...test, error: null, ...row }));
  return results;
}

describe('the picture of suites', () => {
  it('has the time of each test, and its interval where it lies on the axis', () => {
    const svg = suitesPlot(withTests(
      { name: 'one', nsPerCall: 100, nsLow: 90, nsHigh: 110 }, { name: 'two', nsPerCall: 200, nsLow: 190, nsHigh: 210 },
      { name: 'three', nsPerCall: 300, nsLow: null, nsHigh: null }));
    expect(texts(svg)).to.include.members(['one', 'two', 'three', '100 ns', '200 ns', '300 ns']);
    const lines = ofClass(svg, 'interval');
    expect(lines).to.have.length(2);
    const [first, second] = lines.map((line) => [number(line, 'x1'), number(line, 'x2')]);
    expect(first[1] - first[0]).to.be.closeTo(second[1] - second[0], 0.3);
    // From 90 to 110 is as long as a fifth of what lies between 90 and 190.
    expect((first[1] - first[0]) / (second[0] - first[0])).to.be.closeTo(0.2, 0.005);
  });

  it('says how small what is too fast is, and that it lies beyond the axis', () => {
    const svg = suitesPlot(withTests({ name: 'some' }, { name: 'none', verdict: 'below-resolution', nsPerCall: 0,
      nsLow: null, nsHigh: null, resolutionNs: 0.11 }));
    expect(texts(svg)).to.include('under 0.11 ns');
    expect(marksOf(svg, 'open')).to.have.length(1);
  });

  it('has an axis for each suite, under its name', () => {
    const svg = suitesPlot(samples.several());
    expect(texts(svg)).to.include.members(['3 files', 'bench/parse.js', 'bench/parse.js, suite 2', 'snippets']);
    expect(ofClass(svg, 'axis').filter(({ attributes }) => attributes.y1 === attributes.y2)).to.have.length(3);
  });

  it('has tests under their parameters, speeds of streams, and what failed', () => {
    expect(texts(suitesPlot(samples.parameters()))).to.include.members(['size=10', 'size=10000', 'concat', '39.86 ns']);
    const streams = texts(suitesPlot(samples.streams()));
    expect(streams).to.include.members(['52.1 MB/s', 'slower', 'closes early failed: Error: the stream was closed ' +
      'before its end']);
  });

  it('says so where there is nothing, and where it is not all', () => {
    expect(texts(suitesPlot(samples.empty()))).to.include('There is nothing to draw.');
    expect(texts(suitesPlot({ ...samples.typical(), complete: false })).join()).to.include('Not complete');
  });
});

describe('the picture of a comparison', () => {
  it('has the change of each test with its verdict, the margin and the limit', () => {
    const svg = changesPlot(samples.compared());
    expect(texts(svg)).to.include.members(['new (new/) against old (old/)', 'parse', '−12.0 %', 'faster', '+7.1 %',
      'slower', 'same', 'bench/other.js', 'sort (new) failed: Error: on purpose']);
    const [limit] = ofClass(svg, 'limit');
    const [unity] = ofClass(svg, 'unity');
    expect(number(limit, 'x1')).to.be.above(number(unity, 'x1'));
    const [margin] = ofClass(svg, 'margin');
    const [from, to] = [number(margin, 'x'), number(margin, 'x') + number(margin, 'width')];
    // As far as one half of it goes below 1, the other goes above on a log axis.
    expect((from + to) / 2).to.be.closeTo(number(unity, 'x1'), 0.2);
    expect(to).to.be.above(from);
    expect(ofClass(svg, 'limit')).to.have.length(5);
    expect(ofClass(svg, 'margin')).to.have.length(5);
    expect(ofClass(changesPlot({ ...samples.compared(), maxRegression: null }), 'limit')).to.deep.equal([]);
  });

  it('has a line for each side after the first', () => {
    expect(texts(changesPlot(samples.threeSides()))).to.include.members(['parse, v1.1', 'parse, work in progress']);
  });
});

describe('a plot', () => {
  it('is well-formed whatever a document holds', () => {
    for (const [name, make] of Object.entries(samples)) {
      const svg = toPlot(make());
      readXml(svg);
      expect(svg, name).to.not.match(/NaN|Infinity|undefined/);
      const [, description] = /<desc>([^<]*)<\/desc>/.exec(svg);
      expect(description.trim(), name).to.not.equal('');
    }
  });

  it('is that of its document', () => {
    const titleOf = (document) => /aria-label="([^"]*)"/.exec(toPlot(document))[1];
    expect(titleOf(ratesDocuments.run())).to.equal('Rates');
    expect(titleOf(comparisons.one())).to.match(/^Rates of /);
    expect(titleOf({ qtimeit: 'scatter', ...Object.values(scatters)[0]() })).to.not.match(/against|Rates/);
    expect(titleOf(samples.compared())).to.equal('new (new/) against old (old/)');
  });
});
