'use strict';

const { expect } = require('chai');
const { toHtml } = require('../../lib/report/html/to-html');
const { fileAnswer } = require('../../lib/report/rates-answer');
const { comparisons, ratesDocuments, scatters, rates, configuration, ratesAround } =
  require('../helpers/rates-documents');
const { tagsOf } = require('../helpers/html');
const { samples } = require('../helpers/documents');

const bare = (html) => html.slice(html.indexOf('<body')).replace(/<script>[^]*?<\/script>/g, '')
  .replace(/<[^>]+>/g, ' ').replace(/&quot;/g, '"').replace(/&#39;/g, '\'').replace(/[\u00a0\s]+/g, ' ');
const asScatter = (one) => ({ qtimeit: 'scatter', schema: 1, version: '1.0.0', savedAt: '', complete: true,
  command: ['scatter'], ...one });
const environmentOf = () => samples.typical().environment;

const nameOf = (parameters) => Object.entries(parameters).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  .join(' ');

const withParameters = (parameters, centre, n = 7) => ({
  ...configuration('a.js', nameOf(parameters), ratesAround(centre, centre, { n, slow: 0 })), parameters,
});
const GRID = [64, 1024, 16384].flatMap((len) => ['utf8', 'hex'].map((encoding, i) => (
  withParameters({ n: 10, len, encoding }, 1e8 / len * (1 + i)))));
const gridOf = (more) => rates(GRID, { runs: 7, sides: [{ label: 'this', source: null, environment: environmentOf() }],
  ...more });

describe('a page of rates', () => {
  it('has for each file its answer, its table and its plots, and the environment', () => {
    const html = toHtml(gridOf());
    const text = bare(html);
    expect(text).to.include('a.js').and.include('6 configurations · 7 runs each');
    expect(text).to.include('all with n=10 · medians of 7 runs each');
    expect(text).to.match(/ len=64 encoding="hex" has the highest rate, 3\.\d+ M\/s, \d+x that of len=16384 /);
    expect(text).to.match(/configuration rate 95 % interval spread each len=64 encoding="utf8" 1\.\d+ M/);
    expect(text).to.include('Environment').and.include('20.20.2');
    const kinds = tagsOf(html).filter(({ name }) => name === 'figure').map(({ attributes }) => attributes.class);
    expect(kinds.filter((kind) => kind === 'plot rates').length).to.be.at.least(1);
    expect(kinds.filter((kind) => kind === 'plot growth')).to.have.length(1);
    expect(text).to.include('Rate over len').and.not.include('Rate over n ');
    expect(text).to.include('encoding="utf8"');
  });

  it('draws whiskers, boxes and medians in per cent of the width, so that it fits any window', () => {
    const html = toHtml(gridOf());
    const tags = tagsOf(html);
    const of = (kind) => tags.filter(({ attributes }) => attributes.class === kind);
    const rows = of('row').filter(({ attributes }) => attributes['aria-label']);
    expect(rows).to.have.length(6);
    expect(rows[0].attributes['aria-label'].replace(/&quot;/g, ''))
      .to.match(/^len=64 encoding=utf8: 7 runs, median 1\.\d+.M\/s, middle half /);
    expect(of('box').map(({ attributes }) => attributes.width.endsWith('%'))).to.include(true).and.not.include(false);
    expect(of('box-median')).to.have.length(6);
    expect(html).not.to.match(/<svg[^>]*\bviewBox="0 0 [2-9]\d\d \d/);
  });

  it('tells of runs and files that failed, and of no rates', () => {
    const text = bare(toHtml(ratesDocuments.failing()));
    expect(text).to.include('1 run failed').and.include('Failed: n=1').and.include('Error: no');
    expect(text).to.include('Could not be run: none.js').and.include('Cannot find module');
    expect(bare(toHtml(rates([])))).to.include('Nothing was run.');
    expect(bare(toHtml({ ...gridOf(), complete: false }))).to.include('Not complete.');
  });

  it('has a row for each side', () => {
    const two = GRID.map((one) => ({ ...one, sides: [one.sides[0], one.sides[0]] }));
    const sides = ['old', 'new'].map((label) => ({ label, source: null, environment: null }));
    const text = bare(toHtml(gridOf({ configurations: two, sides })));
    expect(text).to.match(/len=64 encoding="utf8" old .+ len=64 encoding="utf8" new /);
    expect(text).to.include('This document has none.');
  });

  it('takes whatever names and numbers there are', () => {
    const hostile = comparisons.hostile().tests.map(({ file, name, sides }) => ({ ...configuration(file, name,
      sides[1].rates), parameters: { [name]: 1 } }));
    for (const document of [rates(hostile), ...Object.values(ratesDocuments).map((make) => make()),
      rates([0, 1e-300, 1e300, -1, NaN].map((rate, i) => withParameters({ n: i }, 1) && ({
        ...configuration('a.js', `n=${i}`, [rate, rate]), parameters: { n: i } })))]) {
      const html = toHtml(document);
      expect(html).not.to.match(/NaN|Infinity|undefined/);
      tagsOf(html);
    }
  });
});

describe('the answer of rates', () => {
  const of = (...lists) => fileAnswer(lists.map((list, i) => configuration('a.js', `n=1 len=${i}`, list)));

  it('names the highest and the lowest, and is no verdict', () => {
    expect(of([2e6], [1e6], [1.5e6])).to.deep.equal(['len=0 has the highest rate, 2.000 M/s, 2.0x that of len=1']);
    expect(of([1.1e6], [1e6])).to.deep.equal(['len=0 has the highest rate, 1.100 M/s, 10 % above that of len=1']);
    expect(of([5], [5])).to.deep.equal(['all have a rate of 5.000/s']);
    expect(of([5])).to.deep.equal(['n=1 len=0: 5.000/s']);
    expect(of([], [])).to.deep.equal([]);
  });
});

describe('a page of a comparison of rates', () => {
  const judged = () => {
    const document = comparisons.twelve();
    document.tests.forEach(({ changes }, i) => Object.assign(changes[0], { ratio: 0.9, low: 0.88, high: 0.92,
      confidence: 0.995, p: 0.001, adjustedP: 0.01, verdict: i === 0 ? 'faster' : 'unresolved', margin: 0.01,
      moreProcesses: 12, moreSeconds: 3, regression: false }));
    return { ...document, maxRegression: 0.05, precision: 0.01 };
  };

  it('has the same figures as one of suites: rates, their change, and run by run', () => {
    const html = toHtml(judged());
    const text = bare(html);
    expect(text).to.include('bytes=1 partial="0" kind="fast0" is 11 % faster');
    expect(text).to.match(/kind="fast0" [\d.,]+ [kM]\/s [\d.,]+ [kM]\/s \+11\.1 % \+8\.7 to \+13\.6 %/);
    expect(text).to.include('Change of the rate').and.include('faster is to the right');
    expect(text).to.include('Run by run').and.include('30 runs');
    expect(text).to.include('about 12 more runs of each side');
    expect(text).to.include('the means differ by').and.include('Welch').and.include('99.5 % interval');
    expect(text).to.include('all with n=6000000');
    const limits = tagsOf(html).filter(({ attributes }) => attributes.class === 'limit');
    const unity = tagsOf(html).filter(({ attributes }) => attributes.class === 'unity');
    expect(parseFloat(limits[0].attributes.x1)).to.be.below(parseFloat(unity[0].attributes.x1));
  });

  it('takes whatever names and numbers there are', () => {
    for (const [name, make] of Object.entries(comparisons)) {
      const html = toHtml({ maxRegression: null, precision: null, ...make() });
      expect(html, name).not.to.match(/NaN|Infinity|undefined/);
      tagsOf(html);
    }
  });
});

describe('a page of a scatter', () => {
  it('has an answer, a table, a plot, the environment', () => {
    const html = toHtml(asScatter({ ...scatters.linear(), environment: environmentOf() }));
    const text = bare(html);
    const { xaxis, category } = scatters.linear();
    expect(text).to.include(`Rate over ${xaxis}`).and.include(`${category} utf8`).and.include('Environment');
    expect(tagsOf(html).some(({ attributes }) => attributes.class === 'answer')).to.equal(true);
    const [plot] = tagsOf(html).filter(({ attributes }) => attributes.class === 'chart lines');
    expect(plot.attributes.width).to.equal('100%');
  });

  it('numbers values that have no room for their words, and says so', () => {
    const textOf = (one) => bare(toHtml(asScatter(one)));
    const { points, ...rest } = scatters.words();
    const few = [...new Set(points.map(({ x }) => x))].slice(0, 3);
    expect(textOf({ points, ...rest })).to.include('numbered are the values, in the order of the table');
    expect(textOf({ points: points.filter(({ x }) => few.includes(x)), ...rest })).not.to.include('numbered are');
  });

  it('takes whatever names and numbers there are', () => {
    for (const [name, make] of Object.entries(scatters)) {
      const html = toHtml(asScatter(make()));
      expect(html, name).not.to.match(/NaN|Infinity|undefined/);
      tagsOf(html);
    }
  });
});
