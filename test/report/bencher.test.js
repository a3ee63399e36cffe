'use strict';

const { expect } = require('chai');
const { toBencher } = require('../../lib/report/history-formats');
const { row, failedRow, suite, results, side, failedSide, change, comparedTest, comparison, hostileDocuments,
  HOSTILE_NAMES } = require('../helpers/ci-documents');
const { countsOf } = require('../helpers/documents');

const read = (document) => JSON.parse(toBencher(document));

describe('Bencher Metric Format', () => {
  it('has latency in ns and throughput per second, with bounds', () => {
    expect(read(results([suite([row('x', { nsPerCall: 10, nsLow: 8, nsHigh: 12.5 })])]))).to.deep.equal({
      'bench/parse.js > x': {
        latency: { value: 10, lower_value: 8, upper_value: 12.5 },
        throughput: { value: 1e8, lower_value: 8e7, upper_value: 1.25e8 },
      },
    });
    expect(toBencher(results([]))).to.equal('{}\n');
  });

  it('is per operation', () => {
    expect(read(results([suite([row('x', { nsPerCall: 10, nsLow: 8, nsHigh: 12.5, ops: 2 })])]))['bench/parse.js > x'])
      .to.deep.equal({
        latency: { value: 5, lower_value: 4, upper_value: 6.25 },
        throughput: { value: 2e8, lower_value: 1.6e8, upper_value: 2.5e8 },
      });
  });

  it('has instructions and estimated cycles where they were counted, also of what is too fast to be timed', () => {
    const counts = countsOf(20, { error: 2, events: [0, 0, 0] });
    const found = read(results([suite([
      row('x', { nsPerCall: 10, ops: 2, counts }), row('fast', { verdict: 'below-resolution', counts }),
      row('by perf', { counts: { ...counts, weights: null } }),
    ])]));
    expect(found['bench/parse.js > x'].latency.value).to.equal(5);
    expect(found['bench/parse.js > x'].instructions).to.deep.equal({ value: 10, lower_value: 9, upper_value: 11 });
    expect(found['bench/parse.js > fast']).to.deep.equal({
      instructions: { value: 20, lower_value: 18, upper_value: 22 },
      'estimated-cycles': { value: 28, lower_value: 26, upper_value: 30 },
    });
    expect(found['bench/parse.js > by perf']).to.have.all.keys('latency', 'throughput', 'instructions');
  });

  it('leaves out bounds that are not known, or have no rate', () => {
    const of = (more) => read(results([suite([row('x', { nsPerCall: 10, ...more })])]))['bench/parse.js > x'];
    expect(of({ nsLow: null, nsHigh: null })).to.deep.equal({ latency: { value: 10 }, throughput: { value: 1e8 } });
    expect(of({ nsLow: -1, nsHigh: 20 }))
      .to.deep.equal(
        { latency: { value: 10, lower_value: -1, upper_value: 20 }, throughput: { value: 1e8, lower_value: 5e7 } });
    expect(of({ nsLow: 0, nsHigh: null }))
      .to.deep.equal({ latency: { value: 10, lower_value: 0 }, throughput: { value: 1e8 } });
  });

  it('leaves out what has no estimate', () => {
    expect(Object.keys(
      read(results(
        [suite([failedRow('a'), row('b', { verdict: 'below-resolution' }), row('n', { verdict: 'too-noisy' }),
          row('c')]), suite([])])))).to.deep.equal(['bench/parse.js > c']);
  });

  it('has the values of the last side of a comparison', () => {
    const found = read(comparison([
      comparedTest('x', [side(10), side(20)], [change('slower', 2)]),
      comparedTest('gone', [side(10), null], [change('unmatched', null)]),
      comparedTest('bad', [side(10), failedSide('no')], [change('failed', null)]),
    ]));
    expect(Object.keys(found)).to.deep.equal(['bench/parse.js > x']);
    expect(found['bench/parse.js > x'].latency).to.deep.equal({ value: 20, lower_value: 19.8, upper_value: 20.2 });
  });

  it('has all tests, whatever they are called', () => {
    const rows = HOSTILE_NAMES.map((name, i) => row(name, { nsPerCall: i + 1 }));
    const found = read(results([suite(rows, { file: null })]));
    expect(Object.values(found).map(({ latency }) => latency.value).sort((a, b) => a - b))
      .to.deep.equal(rows.map(({ nsPerCall }) => nsPerCall));
    expect(Object.keys(found)).to.include('__proto__');
    for (const name of Object.keys(found)) expect(Buffer.byteLength(name)).to.be.within(1, 1024);
    for (const document of hostileDocuments()) expect(Object.keys(read(document))).to.have.length.above(100);
  });
});
