'use strict';

/* CSV as in RFC 4180: one line per test, units in the column names. */

const { safeText, quoted } = require('../text/display');
const { factColumns, STREAM_COLUMNS } = require('./facts-csv');
const { hasStreams } = require('./streams-words');
const { isUntold } = require('../text/verdict-words');

const COLUMNS = [
  ['name', (row) => row.name],
  ['verdict', (row) => row.verdict],
  ['rank', (row) => told(row, row.rank)],
  ['rank_low', (row) => told(row, row.rankLow)],
  ['rank_high', (row) => told(row, row.rankHigh)],
  ['ops_per_second', (row) => told(row, row.results && row.results.avg)],
  ['ns_per_call', (row) => row.nsPerCall],
  ['ns_low', (row) => row.nsLow],
  ['ns_high', (row) => row.nsHigh],
  ['cycles_per_call', (row) => row.cycles],
  ['calls', (row) => row.calls],
  ['rounds', (row) => row.rounds],
  ['processes', (row) => row.processes],
  ['kind', (row) => row.kind],
  ['bytes_per_call', (row) => row.collections && row.collections.bytesPerCall],
  ['collections', (row) => row.collections && row.collections.count],
  ['collections_share', (row) => row.collections && row.collections.share],
  ['bytes_per_second', (row) => row.bytesPerSecond],
  ['items_per_second', (row) => row.itemsPerSecond],
  ['warnings', codesOf],
  ['error', errorOf],
];

/** Rows without a time have no speed or rank either. */
function told(row, value) {
  return isUntold(row) ? null : value;
}

function codesOf({ warnings }) {
  return (warnings || []).map(({ code }) => code).join(' ');
}

function errorOf({ error }) {
  if (!error) return null;
  return error.at ? `${error.message} (${error.at})` : error.message;
}

function text(value) {
  const cell = safeText(value);
  return /[",\r\n]/.test(cell) ? quoted(cell) : cell;
}

function cellOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : '';
  return text(`${value}`);
}

/**
 * @param {[string, function(object): *][]} columns name and cell value
 * @param {Array<object>} rows
 * @returns {string} a header and a line per row, each ending in CRLF; unknown values are empty
 */
function csvText(columns, rows) {
  const lines = rows.map((row) => columns.map(([, valueOf]) => cellOf(valueOf(row))).join(','));
  return [columns.map(([name]) => text(name)).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

const columnsFor = (rows) => [...COLUMNS, ...(hasStreams(rows) ? STREAM_COLUMNS : []), ...factColumns(rows)];

function toCsv(rows) {
  return csvText(columnsFor(rows), rows);
}

const WHERE = [['file', (row) => row.file], ['suite', (row) => row.suite]];

/** The machine of each row, if there are several; empty for a test that several machines measured together. */
const machineColumns = ({ machines = [] }) => (
  machines.length > 1 ? [['machine', ({ machine }) => (machine === undefined ? null : machines[machine].name)]] : []);

function resultsCsv(document) {
  const rows = document.suites.flatMap(({ file, suite, machine, tests }) => (
    tests.map((test) => ({ file, suite, machine, ...test }))));
  return csvText([...WHERE, ...columnsFor(rows), ...machineColumns(document)], rows);
}

const CHANGE_COLUMNS = [
  ...WHERE,
  ['name', (row) => row.name],
  ['side', (row) => row.side],
  ['verdict', (row) => row.change.verdict],
  ['ratio', (row) => row.change.ratio],
  ['ratio_low', (row) => row.change.low],
  ['ratio_high', (row) => row.change.high],
  ['confidence', (row) => row.change.confidence],
  ['p', (row) => row.change.p],
  ['adjusted_p', (row) => row.change.adjustedP],
  ['regression', (row) => row.change.regression],
  ['old_ns_per_call', (row) => row.old && row.old.nsPerCall],
  ['old_processes', (row) => row.old && row.old.processes],
  ['ns_per_call', (row) => row.fresh && row.fresh.nsPerCall],
  ['ns_low', (row) => row.fresh && row.fresh.nsLow],
  ['ns_high', (row) => row.fresh && row.fresh.nsHigh],
  ['processes', (row) => row.fresh && row.fresh.processes],
  ['more_processes', (row) => row.change.moreProcesses],
  ['error', (row) => (row.fresh && row.fresh.error ? errorOf(row.fresh) : row.old && errorOf(row.old))],
];

const countsOf = (side) => (side && side.counts) || {};
const countChangeOf = ({ change }) => change.counts || {};
const eventChangeOf = (row, name) => ((countChangeOf(row).events || {})[name] || {}).difference;

const COUNT_COLUMNS = [
  ['old_instructions', (row) => countsOf(row.old).instructions],
  ['instructions', (row) => countsOf(row.fresh).instructions],
  ['instructions_difference', (row) => countChangeOf(row).difference],
  ['instructions_error', (row) => countChangeOf(row).error],
  ['instructions_ratio', (row) => countChangeOf(row).ratio],
  ['instructions_verdict', (row) => countChangeOf(row).verdict],
  ['l1_misses_difference', (row) => eventChangeOf(row, 'l1Misses')],
  ['ll_misses_difference', (row) => eventChangeOf(row, 'llMisses')],
  ['mispredicted_difference', (row) => eventChangeOf(row, 'mispredicted')],
  ['cycles_difference', (row) => eventChangeOf(row, 'cycles')],
];

/** One line per test and side after the first. */
function comparisonCsv(document) {
  const { sides, tests } = document;
  const rows = tests.flatMap(({ file, suite, name, machine, sides: measured, changes }) => changes.map((change, i) => (
    { file, suite, name, machine, side: sides[i + 1].label, change, old: measured[0], fresh: measured[i + 1] })));
  const isCounted = rows.some(({ change }) => change.counts);
  return csvText([...CHANGE_COLUMNS, ...(isCounted ? COUNT_COLUMNS : []), ...machineColumns(document)], rows);
}

/** One line per test, with columns for each engine. */
function enginesCsv({ sides, tests }) {
  const columns = sides.flatMap(({ label }, at) => {
    const own = ({ sides: measured }) => measured[at];
    const change = ({ changes }) => (at > 0 ? changes[at - 1] : {});
    return [
      [`${label} ns_per_call`, (test) => own(test) && own(test).nsPerCall],
      [`${label} ns_low`, (test) => own(test) && own(test).nsLow],
      [`${label} ns_high`, (test) => own(test) && own(test).nsHigh],
      [`${label} processes`, (test) => own(test) && own(test).processes],
      [`${label} bytes_per_call`, (test) => own(test) && own(test).memory && own(test).memory.bytesPerCall],
      ...(at === 0 ? [] : [
        [`${label} ratio`, (test) => change(test).ratio],
        [`${label} ratio_low`, (test) => change(test).low],
        [`${label} ratio_high`, (test) => change(test).high],
        [`${label} verdict`, (test) => change(test).verdict],
      ]),
      [`${label} error`, (test) => own(test) && errorOf(own(test))],
    ];
  });
  return csvText([...WHERE, ['name', (test) => test.name], ...columns], tests);
}

module.exports = { toCsv, resultsCsv, comparisonCsv, enginesCsv };
