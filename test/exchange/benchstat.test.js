'use strict';

const { expect } = require('chai');
const { toBenchstat } = require('#lib/report/exchange/benchstat');
const {
  ENVIRONMENT, UNKNOWN, roundsOf, sample, row, suite, results, side, failedSide, change, comparedTest,
  comparison, hostileDocuments, HOSTILE_NAMES,
} = require('../helpers/ci-documents');

/**
 * Parses lines like a reader of Go's format: [{ name, config, iterations, values: { unit: number } }]. Lines that it
 * would ignore must be comments; lines that it would reject throw.
 */
function read(text) {
  expect(text).to.match(/\n$/);
  expect(Buffer.from(text).toString()).to.equal(text);
  const config = {};
  const found = [];
  for (const line of text.split('\n').slice(0, -1)) {
    expect(Buffer.byteLength(line)).to.be.below(65536);
    if (line.startsWith('# ')) continue;
    const pair = /^([a-z][^\sA-Z:]*):(?:[ \t]+(.*)|)$/.exec(line);
    if (pair) {
      if (pair[2]) config[pair[1]] = pair[2];
      else delete config[pair[1]];
      continue;
    }
    const fields = line.split(/[\s\x85]+/);
    if (fields.length < 4 || fields.length % 2) throw new Error(`${fields.length} fields: ${JSON.stringify(line)}`);
    expect(fields[0]).to.match(/^Benchmark[^a-z]/);
    expect(fields[1]).to.match(/^[1-9]\d{0,15}$/);
    const values = {};
    for (let i = 2; i < fields.length; i += 2) {
      expect(fields[i]).to.match(/^-?\d+(\.\d+)?(e[+-]\d+)?$/);
      values[fields[i + 1]] = Number(fields[i]);
    }
    found.push({ name: fields[0].slice(9), config: { ...config }, iterations: Number(fields[1]), values });
  }
  return found;
}

const nsOf = (lines) => lines.map(({ values }) => values['ns/op']);
const ofTest = (more) => read(toBenchstat(results([suite([row('x', more)])])));

describe('the format of Go\'s benchmarks', () => {
  it('has Go\'s names for systems and processors', () => {
    const of = (platform, arch) =>
      read(toBenchstat(results([suite([row('x')])], { environment: { ...ENVIRONMENT, platform, arch } })))[0].config;
    expect(of('win32', 'ia32')).to.include({ goos: 'windows', goarch: '386' });
    expect(of('darwin', 'arm64')).to.include({ goos: 'darwin', goarch: 'arm64' });
    expect(of('constructor', 'toString')).to.include({ goos: 'constructor', goarch: 'toString' });
    for (const environment of [UNKNOWN, null]) {
      expect(read(toBenchstat(results([suite([row('x')])], { environment })))[0].config)
        .to.deep.equal({ pkg: 'bench/parse.js' });
    }
  });

  it('has the processor of each machine of a merged document', () => {
    const machines = ['one', null].map((cpu) => ({ name: 'm', environment: { ...ENVIRONMENT, cpu }, shards: [1] }));
    const suites = [0, 1].map((machine) => suite([row(`x${machine}`)], { machine }));
    const cpus = read(toBenchstat(results(suites, { machines }))).map(({ config: { cpu } }) => cpu);
    expect(cpus).to.deep.equal(['one', undefined]);
  });

  it('puts the rounds of one process into at most 20 batches, without the warm-up', () => {
    const rounds = (ns, more) => ({ samples: [sample(5, { rounds: roundsOf(ns, more) })] });
    expect(nsOf(ofTest(rounds([99, 98, 1, 2, 3], { warmUp: 2 })))).to.deep.equal([1, 2, 3]);
    expect(nsOf(ofTest(rounds([1, null, 3])))).to.deep.equal([1, 3]);
    const counted = Array.from({ length: 100 }, (_, i) => i);
    const lines = ofTest(rounds([999, ...counted], { warmUp: 1 }));
    expect(nsOf(lines)).to.deep.equal(Array.from({ length: 20 }, (_, i) => 5 * i + 2));
    expect(lines.map(({ iterations }) => iterations)).to.deep.equal(Array(20).fill(50));
    for (let n = 1; n < 100; n++) {
      const some = ofTest(rounds(counted.slice(0, n)));
      expect(some).to.have.length(Math.min(n, 20));
      expect(some.reduce((sum, { iterations }) => sum + iterations, 0)).to.equal(10 * n);
    }
  });

  it('has the statistic of the row in each batch', () => {
    const ns = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 100 : 10));
    const calls = ns.map((_, i) => (i % 3 === 0 ? 10 : 40));
    const samples = [sample(5, { rounds: roundsOf(ns, { calls }) })];
    expect(nsOf(ofTest({ samples, statistic: 'median' }))).to.deep.equal(Array(20).fill(10));
    expect(nsOf(ofTest({ samples, statistic: 'mean' }))).to.deep.equal(Array(20).fill((10 * 100 + 80 * 10) / 90));
  });

  it('has one line without rounds, and a line for each process with an estimate', () => {
    const warmUp = { rounds: roundsOf([1, 2], { warmUp: 2 }) };
    for (const samples of [[], undefined, [sample(null)], [sample(10.7, warmUp)]]) {
      expect(nsOf(ofTest({ samples }))).to.deep.equal([10.7]);
    }
    const rounds = roundsOf([7, 8, 9]);
    expect(nsOf(ofTest({ samples: [sample(1, { rounds }), sample(null), sample(3, { rounds })] })))
      .to.deep.equal([1, 3]);
  });

  it('has values per operation, and integer iteration counts', () => {
    expect(ofTest({ ops: 4, samples: [sample(10)] })[0])
      .to.deep.include({ iterations: 4000, values: { 'ns/op': 2.5, 'B/op': 4 } });
    for (const [calls, iterations] of [[0, 1], [null, 1], [0.3, 1], [2.6, 3], [1e30, Number.MAX_SAFE_INTEGER]]) {
      expect(ofTest({ samples: [sample(10, { calls })] })[0].iterations).to.equal(iterations);
    }
  });

  it('has known bytes in the first line only', () => {
    const units = (more) => ofTest({ samples: [sample(1), sample(2)], ...more }).map(({ values }) => values);
    expect(units({ collections: { bytesPerCall: 0 } })).to.deep.equal([{ 'ns/op': 1, 'B/op': 0 }, { 'ns/op': 2 }]);
    expect(units({ collections: { bytesPerCall: null } })).to.deep.equal([{ 'ns/op': 1 }, { 'ns/op': 2 }]);
    // 5e8 bytes a second at 10 ns a call are 5 bytes, in 1 ns and in 2.
    expect(units({ nsPerCall: 10, bytesPerSecond: 5e8, stream: { peakRssBytes: 7 }, collections: null }))
      .to.deep.equal([{ 'ns/op': 1, 'MB/s': 5000, 'peak-RSS-bytes': 7 }, { 'ns/op': 2, 'MB/s': 2500 }]);
  });

  describe('for a comparison', () => {
    it('keeps the ratios of the cycles, in ns', () => {
      // The sides' ns per cycle differ, as if the clock rate had changed between them.
      const sides = [side(10, { cycles: 40, values: [39, 40, 41] }), side(10, { cycles: 44, values: [43, 44, 45] })];
      expect(nsOf(read(toBenchstat(comparison([comparedTest('x', sides, [change('slower', 1.1)])])))))
        .to.deep.equal([9.75, 10, 10.25, 10.75, 11, 11.25]);
      expect(nsOf(read(toBenchstat(comparison([comparedTest('x', sides, [change('slower', 1.1)], { ops: 2 })]))))[0])
        .to.equal(4.875);
      const gone = [null, side(10, { cycles: 40, values: [40] })];
      expect(nsOf(read(toBenchstat(comparison([comparedTest('x', gone, [change('unmatched', null)])])))))
        .to.deep.equal([10]);
    });

    it('has values in ns unchanged, and cycles if no side has a time', () => {
      const valuesOf = (sides, more) => (
        read(toBenchstat(comparison([comparedTest('x', sides, [change('slower', 2)], more)])))
          .map(({ values }) => values));
      expect(valuesOf([side(10, { values: [9] }), side(20, { values: [null, 19.5] })], { unit: 'ns' }))
        .to.deep.equal([{ 'ns/op': 9 }, { 'ns/op': 19.5 }]);
      expect(valuesOf([side(10, { nsPerCall: null, values: [9] }), failedSide('no')]))
        .to.deep.equal([{ 'cycles/op': 9 }]);
    });

    it('has a comment if the environments differ', () => {
      const document = comparison([comparedTest('x', [side(10), side(20)], [change('slower', 2)])]);
      document.sides[1] =
        { label: 'new', source: '', environment: { ...ENVIRONMENT, nodeVersion: '22.1.0', cpu: null } };
      const text = toBenchstat(document);
      expect(text).to.contain('# old: node: 20.20.2\n# new: node: 22.1.0\n').and.contain('# new: cpu: unknown\n');
      for (const { config } of read(text)) expect(config).to.have.all.keys('goos', 'goarch', 'side', 'pkg');
    });
  });

  it('has a distinct name for each test, also with hostile characters', () => {
    const lines =
      read(toBenchstat(results([suite(HOSTILE_NAMES.map((name, i) => row(name, { samples: [sample(i + 1)] })))])));
    expect(nsOf(lines)).to.deep.equal(HOSTILE_NAMES.map((_, i) => i + 1));
    expect(new Set(lines.map(({ name }) => name)).size).to.equal(HOSTILE_NAMES.length);
    for (const document of hostileDocuments()) expect(read(toBenchstat(document))).to.have.length.above(100);
  });
});
