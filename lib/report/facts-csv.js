'use strict';

/*
 * Columns of CSV for parameters, tiers, memory, processor time, cold caches and growth. They stand behind the others, and
 * only where a row has any: those who read columns by their places find them where they were.
 */

const { growthInShort } = require('./growth-words');

// Captured at load, because a measured test may change them.
const { stringify } = JSON;
const { hasOwn } = Object;

const memory = (field) => (row) => (row.memory ? row.memory[field] : null);
const collections = (field) => ({ memory: found }) => (found && found.collections ? found.collections[field] : null);
const coldCache = (field) => (row) => (row.coldCache ? row.coldCache[field] : null);

const VARIANT_COLUMNS = [
  ['tier', (row) => row.tier],
  ['cold', ({ isCold }) => isCold || null],
];

const MEASURED_COLUMNS = [
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
  ['growth', growthOf],
];

const isVariant = ({ params, tier, isCold }) => Boolean(params || tier || isCold);
const TEST = ['test', (row) => (isVariant(row) ? row.test : null)];

/** 'size: n log n', of several parameters with '; ' between them */
function growthOf({ growth }) {
  let words = '';
  for (let i = 0; growth && i < growth.length; i++) words += `${words && '; '}${growth[i].parameter}: ${growthInShort(growth[i])}`;
  return words || null;
}

function valueOf({ params }, name) {
  if (!params || !hasOwn(params, name)) return null;
  return typeof params[name] === 'object' && params[name] !== null ? stringify(params[name]) : params[name];
}

/** One for each parameter that any of the rows has, in the order in which they come. */
function parameterColumns(rows) {
  const columns = [];
  const known = { __proto__: null };
  for (let i = 0; i < rows.length; i++) {
    const { params } = rows[i];
    for (const name in params) {
      if (known[name] || !hasOwn(params, name)) continue;
      known[name] = true;
      columns[columns.length] = [`param_${name}`, (row) => valueOf(row, name)];
    }
  }
  return columns;
}

function isFilled(column, rows) {
  for (let i = 0; i < rows.length; i++) {
    const value = column[1](rows[i]);
    if (value !== null && value !== undefined) return true;
  }
  return false;
}

/**
 * @param {Array<object>} rows
 * @returns {Array<[string, function(object): *]>} name, and what a cell of it holds: test, param_NAME, tier, cold, and
 *   what has been measured
 */
function factColumns(rows) {
  const groups = [[TEST], parameterColumns(rows), VARIANT_COLUMNS, MEASURED_COLUMNS];
  const columns = [];
  for (let g = 0; g < groups.length; g++) {
    for (let c = 0; c < groups[g].length; c++) if (isFilled(groups[g][c], rows)) columns[columns.length] = groups[g][c];
  }
  return columns;
}

module.exports = { factColumns };
