'use strict';

/* Comma separated values as RFC 4180 has them: one line per test, units in the names of the columns. */

const { escapeOf } = require('./display');

// Captured at load, because a measured test may change it.
const { isFinite } = Number;

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

// Not in a cell, quoted or not: controls but tab and line ends, halves of surrogate pairs.
const UNSAFE = /[^\t\n\r -\u{10ffff}]|[\x7f-\x9f]|[\ud800-\udfff]/gu;

/** What cannot be told from an empty function has neither speed nor rank. */
function told({ verdict }, value) {
  return verdict === 'below-resolution' ? null : value;
}

function codesOf({ warnings }) {
  let codes = '';
  for (let i = 0; warnings && i < warnings.length; i++) codes += (codes && ' ') + warnings[i].code;
  return codes;
}

function errorOf({ error }) {
  if (!error) return null;
  return error.at ? `${error.message} (${error.at})` : error.message;
}

/** A spreadsheet runs what begins with one of these; a quote in front keeps it text. */
function text(value) {
  const cell = (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value).replace(UNSAFE, escapeOf);
  return /[",\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell;
}

function cellOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return isFinite(value) ? `${value}` : '';
  return text(`${value}`);
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string} a header and a line per row, each ending in CRLF; empty cells for what is not known
 */
function toCsv(rows) {
  let csv = '';
  for (let c = 0; c < COLUMNS.length; c++) csv += (c ? ',' : '') + COLUMNS[c][0];
  for (let i = 0; i < rows.length; i++) {
    csv += '\r\n';
    for (let c = 0; c < COLUMNS.length; c++) csv += (c ? ',' : '') + cellOf(COLUMNS[c][1](rows[i]));
  }
  return `${csv}\r\n`;
}

module.exports = { toCsv };
