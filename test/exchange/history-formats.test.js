'use strict';

/* The formats of github-action-benchmark and Bencher. */

const { expect } = require('chai');
const { toBencher, toGithubAction } = require('#lib/report/exchange/history-formats');
const {
  ENVIRONMENT, UNKNOWN, row, suite, results, side, failedSide, change, comparedTest, comparison, hostileDocuments,
} = require('../helpers/ci-documents');

const bencher = (document) => JSON.parse(toBencher(document));
const action = (document) => JSON.parse(toGithubAction(document));
const of = (...tests) => results([suite(tests)]);
const metrics = (more) => (
  bencher(of(row('x', { nsPerCall: 10, nsLow: 8, nsHigh: 12.5, ...more })))['bench/parse.js > x']);
const entry = (more, environment) => action(results([suite([row('x', more)])], environment && { environment }))[0];

it('Bencher Metric Format has latency in ns and throughput per second of an operation, with known bounds', () => {
  expect(metrics({})).to.deep.equal({
    latency: { value: 10, lower_value: 8, upper_value: 12.5 },
    throughput: { value: 1e8, lower_value: 8e7, upper_value: 1.25e8 },
  });
  expect(metrics({ ops: 2 }).latency).to.deep.equal({ value: 5, lower_value: 4, upper_value: 6.25 });
  expect(metrics({ nsLow: null, nsHigh: null })).to.deep.equal({ latency: { value: 10 }, throughput: { value: 1e8 } });
  // A negative time has no rate.
  expect(metrics({ nsLow: -1, nsHigh: 20 })).to.deep.equal({
    latency: { value: 10, lower_value: -1, upper_value: 20 }, throughput: { value: 1e8, lower_value: 5e7 } });
  expect(metrics({ nsLow: 0, nsHigh: null }))
    .to.deep.equal({ latency: { value: 10, lower_value: 0 }, throughput: { value: 1e8 } });
  expect(toBencher(results([]))).to.equal('{}\n');
});

describe('the format of github-action-benchmark', () => {
  it('has value, range and known facts', () => {
    const text = toGithubAction(
      of(row('small input', { nsPerCall: 12.3456789, nsLow: 12.3, nsHigh: 12.5, processes: 8 })));
    expect(text.endsWith(']\n')).to.equal(true);
    expect(JSON.parse(text)).to.deep.equal([{
      name: 'bench/parse.js > small input', unit: 'ns/op', value: 12.3457, range: '± 0.154',
      extra: '95 % interval 12.3 to 12.5 ns\n38.5 cycles\n8 processes\nnode 20.20.2\nFast CPU | 9000',
    }]);
    expect(entry({ processes: 1, bytesPerSecond: 5e6 }).extra).to.match(/ ns\n5 MB\/s\n.*\n1 process\n/);
    expect(entry({ nsLow: null, nsHigh: null, cycles: null }, UNKNOWN))
      .to.deep.equal({ name: 'bench/parse.js > x', unit: 'ns/op', value: 10.7 });
  });

  it('has the processor of the machine that measured the test', () => {
    const machines = ['one', 'two'].map((cpu) => ({ name: cpu, environment: { ...ENVIRONMENT, cpu }, shards: [1] }));
    const suites = [0, 1].map((machine) => suite([row(`x${machine}`)], { machine }));
    expect(action(results(suites, { machines })).map(({ extra }) => extra.split('\n').pop()))
      .to.deep.equal(['one', 'two']);
    const tests = [0, 1].map((machine) => (
      { ...comparedTest(`x${machine}`, [side(10), side(20)], [change('slower', 2)]), machine }));
    expect(action({ ...comparison(tests), machines }).map(({ extra }) => extra.split('\n').pop()))
      .to.deep.equal(['one', 'two']);
  });

  it('has the longer side of the interval as its range', () => {
    for (const [nsLow, nsHigh, range] of [
      [9, 10.5, '± 1'], [9.9, 11, '± 1'], [null, 11, undefined], [9, null, undefined],
    ]) expect(entry({ nsPerCall: 10, nsLow, nsHigh }).range).to.equal(range);
  });

  it('has the last side of a comparison', () => {
    const failed = side(10, { error: failedSide('no').error });
    const document = comparison([
      comparedTest('x', [side(10), side(20)], [change('slower', 2)]),
      comparedTest('gone', [side(10), null], [change('unmatched', null)]),
      comparedTest('bad', [side(10), failedSide('no')], [change('failed', null)]),
      comparedTest('bad at last', [side(10), failed], [change('failed', null)]),
    ]);
    expect(action(document)).to.deep.equal([{
      name: 'bench/parse.js > x', unit: 'ns/op', value: 20, range: '± 0.2',
      extra: '95 % interval 19.8 to 20.2 ns\n80 cycles\n3 processes\nnode 20.20.2\nFast CPU | 9000',
    }]);
    expect(Object.keys(bencher(document))).to.deep.equal(['bench/parse.js > x']);
    document.sides.push({ label: 'new', source: '', environment: null });
    document.tests[0].sides.push(side(30, { cycles: null, nsLow: null, processes: null }));
    expect(action(document)).to.deep.equal([{ name: 'bench/parse.js > x', unit: 'ns/op', value: 30 }]);
  });
});

it('both formats include all tests with hostile names', () => {
  for (const document of hostileDocuments()) {
    const entries = action(document);
    expect(entries).to.have.length.above(100);
    expect(new Set(entries.map(({ name }) => name)).size).to.equal(entries.length);
    expect(Object.keys(bencher(document))).to.have.members(entries.map(({ name }) => name));
    for (const { name, value, extra } of entries) {
      expect(name).to.match(/^[ -\u{10ffff}]+$/u);
      expect(value).to.be.above(0);
      expect(extra).to.match(/^[\n -\u{10ffff}]+$/u);
    }
  }
});
