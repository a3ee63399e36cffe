'use strict';

const { expect } = require('chai');
const { toCsv, resultsCsv } = require('../../lib/report/csv');
const {
  row, countsOf, countedTests, measuredTests, parameterTests, tierTests, results, suite,
} = require('../helpers/documents');

const OLD = toCsv([row('a')]).split('\r\n')[0];

/** Name of the column -> cells; these rows need no quotes but around parameters. */
function columnsOf(csv) {
  const [header, ...lines] = csv.trimEnd().split('\r\n').map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return Object.fromEntries(header.map((name, c) => [name, lines.map((cells) => cells[c])]));
}
const added = (rows) => toCsv(rows).split('\r\n')[0].slice(OLD.length + 1).split(',').filter(Boolean);

describe('CSV of facts', () => {
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
    expect(columns.param_type[0]).to.equal('"a,b"');
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
      .to.deep.equal(['test', '"param_a""b"', 'param_c']);
    const document = results([suite([row('a')]), suite(parameterTests({ sizes: [10] }))]);
    const columns = columnsOf(resultsCsv(document));
    expect(Object.keys(columns).slice(0, 3)).to.deep.equal(['file', 'suite', 'name']);
    expect(columns.param_size).to.deep.equal(['', '10', '10', '10', '10']);
  });
});
