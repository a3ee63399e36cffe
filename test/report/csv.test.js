'use strict';

const { expect } = require('chai');
const { resultsCsv, toCsv } = require('../../lib/report/csv');
const {
  countsOf, countedTests, measuredTests, parameterTests, tierTests, results, suite,
} = require('../helpers/documents');

const row = (name, more) => ({
  name, rank: 1000, rankLow: null, rankHigh: null, verdict: 'baseline', moreSeconds: null, margin: 0.002,
  noiseFloor: null,
  cycles: 38.5, nsPerCall: 10.7, nsLow: 10.6, nsHigh: 10.8, statistic: 'median', kind: 'sync', ops: 1, calls: 155e6,
  rounds: 40, processes: 0,
  resolutionNs: 0.1, overheadNs: 0.5, collections: { count: 3, share: 0.01, seconds: 0.1, bytesPerCall: 16 },
  bytesPerSecond: null, itemsPerSecond: null, warnings: [], error: null, samples: [],
  results: { avg: 93468158.25, min: 9e7, max: 1e8, count: 155e6, elapsed: 1.658, runs: 31, duration: 4.373, nloops: 5e6,
    stats: [] }, ...more,
});
const failed = (name, message, at = null) => row(name, {
  rank: null, verdict: 'failed', results: null, collections: null, nsPerCall: null, nsLow: null, nsHigh: null,
  cycles: null,
  error: { code: 'threw', message, at, calls: null, stack: null, output: [] },
});

// name -> the cell of it
const names = [
  ['concat', 'concat'], ['', ''], ['a,b', 'a,b'], ['a"b', 'a"b'], ['"', '"'], ['a\nb', 'a\nb'], ['a\r\nb', 'a\r\nb'],
  ['a\rb', 'a\rb'], ['a\tb', 'a\tb'],
  ['=1+1', "'=1+1"], ['+1', "'+1"], ['-1', "'-1"], ['@SUM(A1)', "'@SUM(A1)"], ['\t=1', "'\t=1"], ['\r=1', "'\r=1"],
  ['=a,"b"\n', "'=a,\"b\"\n"],
  ['a\0b', 'a\\x00b'], ['\x1b[31m', '\\x1b[31m'], ['\x7f\x9b', '\\x7f\\x9b'], ['x\ud800', 'x\\ud800'],
  ['a|b`c`', 'a|b`c`'],
  ['日本 👩‍👧', '日本 👩‍👧'], ['__proto__', '__proto__'], [' padded ', ' padded '],
  ['x'.repeat(10240), 'x'.repeat(10240)], [';', ';'],
];

/** RFC 4180, and nothing else: throws where the text is not */
function parseCsv(text) {
  const lines = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no CSV from ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    lines[lines.length - 1].push(found[1].startsWith('"') ? found[1].slice(1, -1).replace(/""/g, '"') : found[1]);
    if (found[2] === '\r\n') lines.push([]);
  }
  expect(lines.pop()).to.deep.equal([]);
  return lines;
}

/** header and cells -> one object per line */
function read(text) {
  const [header, ...lines] = parseCsv(text);
  return lines.map((cells) => {
    expect(cells).to.have.length(header.length);
    return Object.fromEntries(cells.map((cell, i) => [header[i], cell]));
  });
}

describe('CSV', () => {
  it('has a header with units and a line per row', () => {
    const warnings = [{ code: 'few-samples', rounds: 7 }, { code: 'disturbed', rounds: 1, lostNs: 1 }];
    expect(toCsv(
      [row('a',
        { rank: 998.25, rankLow: 995, rankHigh: 1e-7, verdict: 'same', warnings, bytesPerSecond: 5,
          itemsPerSecond: 6 })])).to.equal(
      'name,verdict,rank,rank_low,rank_high,ops_per_second,ns_per_call,ns_low,ns_high,cycles_per_call,calls,rounds,' +
      'processes,kind,bytes_per_call,collections,collections_share,bytes_per_second,items_per_second,warnings,' +
      'error\r\n' +
      'a,same,998.25,995,1e-7,93468158.25,10.7,10.6,10.8,38.5,155000000,40,0,sync,16,3,0.01,5,6,few-samples ' +
      'disturbed,\r\n');
    expect(parseCsv(toCsv([]))).to.have.length(1);
  });

  it('is read back as it was', () => {
    const cells = read(toCsv(names.map(([name]) => row(name))));
    names.forEach(([name, cell], i) => expect(cells[i].name, JSON.stringify(name)).to.equal(cell));
    for (const { kind, ops_per_second: ops } of cells) expect([kind, ops]).to.deep.equal(['sync', '93468158.25']);
  });

  it('has empty cells for what is not known', () => {
    const [cells] = read(toCsv([failed('a', '=cmd()\n"x"', 'a.js:1:2')]));
    expect(cells.error).to.equal("'=cmd()\n\"x\" (a.js:1:2)");
    for (const field of ['rank', 'rank_low', 'ops_per_second', 'ns_per_call', 'cycles_per_call', 'bytes_per_call',
        'collections']) {
      expect(cells[field]).to.equal('');
    }
    expect(read(toCsv([row('a', { verdict: null, rank: NaN, cycles: Infinity, nsLow: undefined })]))[0]).to.include({
      verdict: '', rank: '', cycles_per_call: '', ns_low: '' });
  });

  it('leaves negative numbers alone', () => {
    expect(read(toCsv([row('a', { nsLow: -5 })]))[0].ns_low).to.equal('-5');
  });

  it('gives neither speed nor rank of what cannot be told from nothing', () => {
    for (const verdict of ['below-resolution', 'too-noisy']) {
      expect(read(toCsv([row('a', { verdict, rankLow: 1, rankHigh: 2 })]))[0])
        .to.include({ verdict, rank: '', rank_low: '', rank_high: '', ops_per_second: '' });
    }
  });
});

describe('CSV of facts', () => {
  const OLD = toCsv([row('a')]).split('\r\n')[0];
  const added = (rows) => parseCsv(toCsv(rows))[0].slice(OLD.split(',').length);
  const columnsOf = (csv) => {
    const lines = read(csv);
    return Object.fromEntries(Object.keys(lines[0]).map((name) => [name, lines.map((cells) => cells[name])]));
  };

  it('leaves the columns alone where there are none', () => {
    expect(OLD).to.match(/^name,.*,error$/);
    expect(added(
      [row('a',
        { test: 'a', params: null, tier: null, isCold: false, cpuNsPerCall: null, memory: null, coldCache: null,
          growth: null })])).to.deep.equal([]);
  });

  it('has memory, processor time and cold caches behind the others', () => {
    expect(added(measuredTests())).to.deep.equal([
      'cpu_ns_per_call', 'memory_bytes_per_call', 'memory_bytes_low', 'memory_bytes_high', 'memory_heap_bytes_per_call',
      'memory_external_bytes_per_call',
      'memory_kept_bytes_per_call', 'memory_calls', 'memory_collections', 'memory_collections_share',
      'memory_calls_per_collection', 'cold_cache_ns', 'cold_cache_ns_low', 'cold_cache_ns_high',
    ]);
    const columns = columnsOf(toCsv(measuredTests().slice(0, 4)));
    expect(columns.memory_bytes_per_call).to.deep.equal(['1120', '31400', '0.001', '']);
    expect(columns.memory_collections).to.deep.equal(['12', '120', '0', '']);
    expect(columns.memory_collections_share).to.deep.equal(['0.031', '0.12', '', '']);
    expect(columns.cpu_ns_per_call).to.deep.equal(['1010000', '1880000', '', '']);
    expect(columns.cold_cache_ns).to.deep.equal(['6300000', '1900000', '82', '12']);
  });

  it('has what was counted, and by what', () => {
    expect(added([row('a', { counts: countsOf(20, { error: 0.01 }) })]))
      .to.deep.equal(['instructions_per_call', 'instructions_error', 'counted_by']);
    const columns = columnsOf(toCsv(countedTests()));
    expect(columns.instructions_per_call).to.deep.equal(['4928.7', '3844.1', '9970.2', '0.998', '']);
    expect(columns.instructions_error).to.deep.equal(['2', '1', '5', '0.005', '']);
    expect(columns.first_level_misses_per_call).to.deep.equal(['17.3', '17.9', '31', '0', '']);
    expect(columns.last_level_misses_per_call).to.deep.equal(['0.05', '0.06', '0.2', '0', '']);
    expect(columns.mispredicted_branches_per_call).to.deep.equal(['2.1', '62.4', '44', '0', '']);
    expect(columns.counted_cycles_per_call[4]).to.equal('');
    expect(columns.counted_by[0]).to.equal('valgrind 3.19.0');
  });

  it('has group and test', () => {
    const rows = [row('a', { test: 'a', group: null }), row('sort: b', { test: 'b', group: 'sort' })];
    expect(added(rows)).to.deep.equal(['group', 'test']);
    const { name, group, test } = columnsOf(toCsv(rows));
    expect([name, group, test]).to.deep.equal([['a', 'sort: b'], ['', 'sort'], ['', 'b']]);
  });

  it('has test, parameters and growth', () => {
    expect(added(parameterTests())).to.deep.equal(['test', 'param_size', 'param_type', 'growth']);
    const columns = columnsOf(toCsv(parameterTests({ sizes: [10], types: ['a,b'] })));
    expect(columns.test).to.deep.equal(['concat', 'join', 'slice', 'search']);
    expect(columns.param_size).to.deep.equal(['10', '10', '10', '10']);
    expect(columns.param_type[0]).to.equal('a,b');
    expect(columns.growth).to.deep.equal(
      ['size: n log n', 'size: n after a constant', 'size: 1', 'size: n or n log n']);
    const [{ growth: [found] }] = parameterTests();
    const { growth } = columnsOf(toCsv([row('a', { growth: [found, { ...found, parameter: 'depth' }] })]));
    expect(growth).to.deep.equal(['size: n log n; depth: n log n']);
  });

  it('has tiers and first calls', () => {
    expect(added(tierTests())).to.deep.equal(['test', 'tier', 'cold']);
    const { tier, cold } = columnsOf(toCsv(tierTests().slice(0, 4)));
    expect(tier).to.deep.equal(['interpreter', 'baseline', 'optimized', '']);
    expect(cold).to.deep.equal(['', '', '', 'true']);
  });

  it('has names of parameters as text, and those of all suites', () => {
    expect(added([row('a', { test: 'a', params: { 'a"b': 1, c: [1] } })]))
      .to.deep.equal(['test', 'param_a"b', 'param_c']);
    const document = results([suite([row('a')]), suite(parameterTests({ sizes: [10] }))]);
    const columns = columnsOf(resultsCsv(document));
    expect(Object.keys(columns).slice(0, 3)).to.deep.equal(['file', 'suite', 'name']);
    expect(columns.param_size).to.deep.equal(['', '10', '10', '10', '10']);
  });
});
