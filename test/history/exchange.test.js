'use strict';

const { expect } = require('chai');
const { importEntries, toOtava } = require('#lib/compare/history/exchange');

const SHA = 'abcdef1234567890';
const valuesIn = (text) => importEntries(text, 'f').entries.flatMap(({ commit, seconds, machine, tests }) => (
  tests.map(({ name, ns }) => [commit, seconds, machine.name, name, ns])));

describe('a history of another tool', () => {
  it('is read from data.js of github-action-benchmark, in all units of time', () => {
    const benches = [
      ['fast', 4000, 'ops/sec'], ['go', 12, 'ns/op'], ['rust', 13, 'ns/iter'], ['slow', 2, 'ms'], ['micro', 3, 'µs'],
      ['size', 5, 'MB'], ['broken', 'x', 'ns'], ['endless', 1e308, 's'],
    ].map(([name, value, unit]) => ({ name, value, unit }));
    const text = JSON.stringify({ entries: {
      Suite: [{ commit: { id: SHA, timestamp: '1970-01-01T00:00:05Z' }, date: 9000, benches }],
      Other: [{ commit: { id: SHA }, date: 7000, benches: [benches[1]] }, { commit: { id: 'no' }, date: 1, benches }],
    } });
    expect(valuesIn(`window.BENCHMARK_DATA = ${text}`)).to.deep.equal([
      ['fast', 250000], ['go', 12], ['rust', 13], ['slow', 2e6], ['micro', 3000],
    ].map((test) => [SHA, 5, 'Suite', ...test]).concat([[SHA, 7, 'Other', 'go', 12]]));
    expect(importEntries(`window.BENCHMARK_DATA = ${text};\n`, 'data.js').skipped).to.equal(3 + 8);
  });

  it('is read from the JSON of Bencher, Go benchmarks with commits, and CSV', () => {
    expect(valuesIn(JSON.stringify({ results: [{
      testbed: { name: 'ci' }, benchmark: { name: 'fib' }, measure: { units: 'operations / second (ops/s)' },
      metrics: [{ start_time: '1970-01-01T00:00:05Z', version: { hash: SHA }, metric: { value: 1e6 } }],
    }] }))).to.deep.equal([[SHA, 5, 'ci', 'fib', 1000]]);
    expect(valuesIn(`commit: ${SHA}\ncommit-time: 1970-01-01T00:00:05Z\ncpu: Z80\nPASS\n` +
      'BenchmarkFib-8   \t 100\t 10.5 ns/op\t 3 B/op\nBenchmarkFib-8 100 20.5 ns/op\n' +
      'pkg: p\nBenchmarkFib-8 1 5 ns/op\n'))
      .to.deep.equal([[SHA, 5, 'Z80', 'Fib-8', 15.5], [SHA, 5, 'Z80', 'p: Fib-8', 5]]);
    expect(valuesIn(`time,commit,"a, ""b""",c\r\n5,${SHA},7,\n1970-01-01T00:00:06Z,${SHA}1,8,9\n`)).to.deep.equal([
      [SHA, 5, 'unknown machine', 'a, "b"', 7], [`${SHA}1`, 6, 'unknown machine', 'a, "b"', 8],
      [`${SHA}1`, 6, 'unknown machine', 'c', 9],
    ]);
  });

  it('is refused if its format is unknown, or it is cut off', () => {
    for (const [text, words] of [
      ['', 'is not a history in a known format'], ['name,time\n', 'is not a history in a known format'],
      ['window.BENCHMARK_DATA = {"entries": {', 'f cannot be read as a history: '],
      ['time,commit,a,a\n', 'f cannot be read as a history: two columns are named \'a\'. Rename one of them'],
      ['{"results": 5}', 'f cannot be read as a history: unexpected structure'],
    ]) expect(() => importEntries(text, 'f')).to.throw(words);
  });
});

it('toOtava has a column for each test of each machine, and empty cells for missing values', () => {
  const series = [['m', [SHA, 'b'], [1, 2]], ['n', ['b'], [3]]].map(([id, commits, ns]) => (
    { machine: { id, name: id }, file: null, name: 'a,\n\u202eb', commits, ns }));
  expect(toOtava(series, new Map([[SHA, 5], ['b', 4]])))
    .to.equal(`time,commit,"m: a, b","n: a, b"\n4,b,2,3\n5,${SHA},1,\n`);
  const formula = toOtava([{ ...series[0], name: '=cmd' }], new Map([[SHA, 5], ['b', 4]]));
  expect(formula).to.match(/^time,commit,'=cmd\n/);
  expect(valuesIn(formula)).to.deep.equal([[SHA, 5, 'unknown machine', '=cmd', 1]]);
});
