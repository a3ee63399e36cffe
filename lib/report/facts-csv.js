'use strict';

/*
 * CSV columns that only some suites fill. All except stream columns follow at the end, so that programs that read
 * columns by position keep working.
 */

const { eventOf, isCounted, sourceText } = require('./count-cells');
const { growthInShort } = require('./growth-words');

const field = (name, of) => (row) => (row[of] ? row[of][name] : null);
const memory = (name) => field(name, 'memory');
const collections = (name) => ({ memory: found }) => (found && found.collections ? found.collections[name] : null);
const coldCache = (name) => field(name, 'coldCache');
const counts = (name) => field(name, 'counts');
const event = (name) => (row) => { const found = eventOf(row, name); return found && found.value; };
const stream = (name) => ({ stream: found }) => found && found[name];

const STREAM_COLUMNS = [
  ['collections_seconds', ({ collections: found }) => found && found.seconds],
  ['runs', stream('runs')],
  ['bytes_in', stream('bytesIn')],
  ['bytes_out', stream('bytesOut')],
  ['chunks_in', stream('chunksIn')],
  ['chunks_out', stream('chunksOut')],
  ['bytes_per_second_low', stream('bytesPerSecondLow')],
  ['bytes_per_second_high', stream('bytesPerSecondHigh')],
  ['first_byte_ns', stream('firstByteNs')],
  ['peak_rss_bytes', stream('peakRssBytes')],
  ['peak_is_exact', stream('isPeakExact')],
  ['mean_rss_bytes', stream('meanRssBytes')],
  ['rss_samples', stream('rssSamples')],
  ['sampler_share', stream('samplerShare')],
  ['heap_growth_bytes', stream('heapGrowthBytes')],
  ['user_share', stream('userShare')],
  ['system_share', stream('systemShare')],
  ['more_runs', stream('moreRuns')],
];

const MEASURED_COLUMNS = [
  ['tier', (row) => row.tier],
  ['cold', ({ isCold }) => isCold || null],
  ['cpu_ns_per_call', (row) => row.cpuNsPerCall],
  ['memory_bytes_per_call', memory('bytesPerCall')],
  ['memory_bytes_low', memory('bytesLow')],
  ['memory_bytes_high', memory('bytesHigh')],
  ['memory_heap_bytes_per_call', memory('heapBytesPerCall')],
  ['memory_external_bytes_per_call', memory('externalBytesPerCall')],
  ['memory_kept_bytes_per_call', memory('keptBytesPerCall')],
  ['memory_calls', memory('calls')],
  ['memory_collections', collections('count')],
  ['memory_collections_share', collections('share')],
  ['memory_calls_per_collection', collections('callsPerCollection')],
  ['cold_cache_ns', coldCache('nsPerCall')],
  ['cold_cache_ns_low', coldCache('nsLow')],
  ['cold_cache_ns_high', coldCache('nsHigh')],
  ['instructions_per_call', counts('instructions')],
  ['instructions_error', counts('error')],
  ['first_level_misses_per_call', event('l1Misses')],
  ['last_level_misses_per_call', event('llMisses')],
  ['mispredicted_branches_per_call', event('mispredicted')],
  ['counted_cycles_per_call', event('cycles')],
  ['counted_by', (row) => (isCounted(row) ? sourceText(row.counts) : null)],
  ['growth', ({ growth }) => (growth || []).map((one) => `${one.parameter}: ${growthInShort(one)}`).join('; ') || null],
];

const GROUP = ['group', ({ group }) => group];
const isGrouped = ({ group }) => typeof group === 'string';
const TEST = ['test', (row) => (isGrouped(row) || row.params || row.tier || row.isCold ? row.test : null)];

function valueOf({ params }, name) {
  if (!params || !Object.hasOwn(params, name)) return null;
  return typeof params[name] === 'object' && params[name] !== null ? JSON.stringify(params[name]) : params[name];
}

function parameterColumns(rows) {
  const names = new Set(rows.flatMap(({ params }) => Object.keys(params || {})));
  return [...names].map((name) => [`param_${name}`, (row) => valueOf(row, name)]);
}

function factColumns(rows) {
  const isFilled = ([, cell]) => rows.some((row) => cell(row) !== null && cell(row) !== undefined);
  return [GROUP, TEST, ...parameterColumns(rows), ...MEASURED_COLUMNS].filter(isFilled);
}

module.exports = { factColumns, STREAM_COLUMNS };
