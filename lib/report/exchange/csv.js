'use strict';

/* CSV as in RFC 4180: one line per test, units in the column names. */

const { readEvent, isCounted, sourceText } = require('../cells');
const { listRows } = require('./estimates');
const { growthInShort } = require('../growth-words');
const { hasStreams } = require('../streams-words');
const { safeText, quoteForCsv } = require('../../base/text/display');
const { isNumber } = require('../../base/text/numbers');
const { isUnmeasured } = require('../../base/text/verdict-words');

const valueAt = (row, path) => path.split('.').reduce((value, field) => (value ? value[field] : null), row);

/** Columns of the form 'name: path of the field' */
const columnsOf = (text) => text.trim().split(/;\s*|\n\s*/).map((one) => one.split(': '))
  .map(([name, path]) => [name, (row) => valueAt(row, path)]);

/** Rows without a time have no speed or rank either. */
const ratedColumnsOf = (text) => columnsOf(text)
  .map(([name, valueOf]) => [name, (row) => (isUnmeasured(row) ? null : valueOf(row))]);

const codesOf = ({ warnings }) => (warnings || []).map(({ code }) => code).join(' ');

function errorOf({ error }) {
  if (!error) return null;
  return error.at ? `${error.message} (${error.at})` : error.message;
}

const COLUMNS = [
  ...columnsOf('name: name; verdict: verdict'),
  ...ratedColumnsOf('rank: rank; rank_low: rankLow; rank_high: rankHigh; ops_per_second: results.avg'),
  ...columnsOf(`
    ns_per_call: nsPerCall; ns_low: nsLow; ns_high: nsHigh; cycles_per_call: cycles
    calls: calls; rounds: rounds; processes: processes; kind: kind
    bytes_per_call: collections.bytesPerCall; collections: collections.count; collections_share: collections.share
    bytes_per_second: bytesPerSecond; items_per_second: itemsPerSecond`),
  ['warnings', codesOf],
  ['error', errorOf],
];

const STREAM_COLUMNS = columnsOf(`
  collections_seconds: collections.seconds; runs: stream.runs
  bytes_in: stream.bytesIn; bytes_out: stream.bytesOut; chunks_in: stream.chunksIn; chunks_out: stream.chunksOut
  bytes_per_second_low: stream.bytesPerSecondLow; bytes_per_second_high: stream.bytesPerSecondHigh
  first_byte_ns: stream.firstByteNs; peak_rss_bytes: stream.peakRssBytes; peak_is_exact: stream.isPeakExact
  mean_rss_bytes: stream.meanRssBytes; rss_samples: stream.rssSamples; sampler_share: stream.samplerShare
  heap_growth_bytes: stream.heapGrowthBytes; user_share: stream.userShare; system_share: stream.systemShare
  more_runs: stream.moreRuns`);

const event = (name) => (row) => { const found = readEvent(row, name); return found && found.value; };

const TEST_COLUMNS = [
  ['group', ({ group }) => group],
  ['test', (row) => (typeof row.group === 'string' || row.params || row.tier || row.isCold ? row.test : null)],
];

const FACT_COLUMNS = [
  ['tier', ({ tier }) => tier],
  ['cold', ({ isCold }) => isCold || null],
  ...columnsOf(`
    cpu_ns_per_call: cpuNsPerCall; user_ns: command.userNs; system_ns: command.systemNs
    peak_memory_bytes: command.peakRssBytes; memory_bytes_per_call: memory.bytesPerCall
    memory_bytes_low: memory.bytesLow; memory_bytes_high: memory.bytesHigh
    memory_heap_bytes_per_call: memory.heapBytesPerCall
    memory_external_bytes_per_call: memory.externalBytesPerCall
    memory_kept_bytes_per_call: memory.keptBytesPerCall; memory_peak_bytes: memory.peakBytes
    memory_calls: memory.calls
    memory_collections: memory.collections.count; memory_collections_share: memory.collections.share
    memory_calls_per_collection: memory.collections.callsPerCollection
    cold_cache_ns: coldCache.nsPerCall; cold_cache_ns_low: coldCache.nsLow; cold_cache_ns_high: coldCache.nsHigh
    polluted_ns: polluted.nsPerCall; polluted_factor: polluted.factor
    polluted_factor_low: polluted.low; polluted_factor_high: polluted.high
    instructions_per_call: counts.instructions; instructions_error: counts.error`),
  ['first_level_misses_per_call', event('l1Misses')],
  ['last_level_misses_per_call', event('llMisses')],
  ['mispredicted_branches_per_call', event('mispredicted')],
  ['counted_cycles_per_call', event('cycles')],
  ['counted_by', (row) => (isCounted(row) ? sourceText(row.counts) : null)],
  ['growth', ({ growth }) => (growth || []).map((one) => `${one.parameter}: ${growthInShort(one)}`).join('; ') || null],
];

/** For all tests if the calls of one make several operations, so that ops_per_second is not 1e9 / ns_per_call. */
const operationsColumns = (rows) => (
  rows.some(({ ops }) => isNumber(ops) && ops !== 1) ? columnsOf('operations_per_call: ops') : []);

function parameterColumns(rows) {
  const names = new Set(rows.flatMap(({ params }) => Object.keys(params || {})));
  return [...names].map((name) => [`param_${name}`, ({ params }) => {
    if (!params || !Object.hasOwn(params, name)) return null;
    return typeof params[name] === 'object' && params[name] !== null ? JSON.stringify(params[name]) : params[name];
  }]);
}

/** Filled columns only. All except columns of streams come last, for programs that read columns by position. */
function columnsFor(rows) {
  const isFilled = ([, valueOf]) => rows.some((row) => (valueOf(row) ?? null) !== null);
  return [
    ...COLUMNS, ...(hasStreams(rows) ? STREAM_COLUMNS : []),
    ...[...TEST_COLUMNS, ...parameterColumns(rows), ...FACT_COLUMNS].filter(isFilled), ...operationsColumns(rows),
  ];
}

function text(value) {
  const cell = safeText(value);
  return /[",\r\n]/.test(cell) ? quoteForCsv(cell) : cell;
}

function cellOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : '';
  return text(`${value}`);
}

/** columns: [name, value of a row]; unknown values are empty. */
function csvText(columns, rows) {
  const lines = rows.map((row) => columns.map(([, valueOf]) => cellOf(valueOf(row))).join(','));
  return [columns.map(([name]) => text(name)).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

const toCsv = (rows) => csvText(columnsFor(rows), rows);

const WHERE = columnsOf('file: file; suite: suite');

/** The machine of each row, if there are several; empty for a test that several machines measured together. */
const machineColumns = ({ machines = [] }) => (
  machines.length > 1 ? [['machine', ({ machine }) => (machine === undefined ? null : machines[machine].name)]] : []);

function resultsCsv(document) {
  const rows = listRows(document);
  return csvText([...WHERE, ...columnsFor(rows), ...machineColumns(document)], rows);
}

const CHANGE_COLUMNS = [
  ...WHERE,
  ...columnsOf(`
    name: name; side: side; verdict: change.verdict
    ratio: change.ratio; ratio_low: change.low; ratio_high: change.high; confidence: change.confidence
    p: change.p; adjusted_p: change.adjustedP; regression: change.regression
    old_ns_per_call: old.nsPerCall; old_processes: old.processes
    ns_per_call: fresh.nsPerCall; ns_low: fresh.nsLow; ns_high: fresh.nsHigh; processes: fresh.processes
    more_processes: change.moreProcesses`),
  ['error', ({ old, fresh }) => (fresh && fresh.error ? errorOf(fresh) : old && errorOf(old))],
];

const COUNT_COLUMNS = columnsOf(`
  old_instructions: old.counts.instructions; instructions: fresh.counts.instructions
  instructions_difference: change.counts.difference; instructions_error: change.counts.error
  instructions_ratio: change.counts.ratio; instructions_verdict: change.counts.verdict
  l1_misses_difference: change.counts.events.l1Misses.difference
  ll_misses_difference: change.counts.events.llMisses.difference
  mispredicted_difference: change.counts.events.mispredicted.difference
  cycles_difference: change.counts.events.cycles.difference`);

function comparisonCsv(document) {
  const { sides, tests } = document;
  const rows = tests.flatMap(({ sides: measured, changes, ...test }) => changes.map((change, i) => (
    { ...test, side: sides[i + 1].label, change, old: measured[0], fresh: measured[i + 1] })));
  const isCompared = rows.some(({ change }) => change.counts);
  return csvText([...CHANGE_COLUMNS, ...(isCompared ? COUNT_COLUMNS : []), ...machineColumns(document)], rows);
}

function enginesCsv({ sides, tests }) {
  const columns = sides.flatMap(({ label }, at) => [
    ...columnsOf(`
      ns_per_call: side.nsPerCall; ns_low: side.nsLow; ns_high: side.nsHigh; processes: side.processes
      bytes_per_call: side.memory.bytesPerCall`),
    ...(at === 0 ? [] : columnsOf(
      'ratio: change.ratio; ratio_low: change.low; ratio_high: change.high; verdict: change.verdict')),
    ['error', ({ side }) => side && errorOf(side)],
  ].map(([name, valueOf]) => (
    [`${label} ${name}`, (test) => valueOf({ side: test.sides[at], change: test.changes[at - 1] })])));
  return csvText([...WHERE, ...columnsOf('name: name'), ...columns], tests);
}

module.exports = { toCsv, resultsCsv, comparisonCsv, enginesCsv };
