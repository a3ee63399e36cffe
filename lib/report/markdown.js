'use strict';

/* The rows of a suite as a table of GitHub. */

const { label, number, rank, interval } = require('../text/display');
const { literal, markdownTable } = require('./markdown-blocks');
const { memoryCell, coldCacheCell, processorCell, anyWaits } = require('./fact-cells');
const { insteadOf, verdictCells } = require('./table');
const { streamColumns } = require('./streams-markdown');
const { hasStreams } = require('./streams-words');
const { isUntold, untoldWords } = require('../text/verdict-words');

/** A cell that is empty where the row has no figures. */
const figure = (text) => (row) => (insteadOf(row) || isUntold(row) ? '' : text(row));

function speedOf(row) {
  if (insteadOf(row)) return '';
  return untoldWords(row) || number(row.results && row.results.avg);
}

function timeInterval({ nsLow, nsHigh }) {
  return typeof nsLow === 'number' && typeof nsHigh === 'number' ? `${number(nsLow)} .. ${number(nsHigh)}` : '';
}

const NAME = { title: 'name', cell: (row) => literal(label(row.name)) };
const SPEED = { title: 'ops/sec', toTheRight: true, cell: speedOf };
const TIME = { title: 'ns per call', toTheRight: true, cell: figure((row) => number(row.nsPerCall)) };
const TIME_INTERVAL = { title: '95 % interval', toTheRight: true, cell: figure(timeInterval) };
const RATE = { title: 'rate', toTheRight: true, cell: figure((row) => rank(row.rank)) };
const INTERVAL = { title: 'interval', toTheRight: true, cell: figure((row) => interval(row.rankLow, row.rankHigh)) };
const VERDICT = { title: 'verdict', cell: (row) => literal(insteadOf(row) || verdictCells(row.verdict, row).verdict) };

const filled = (cell) => (row) => (insteadOf(row) ? '' : cell(row));
const MEMORY = { title: 'bytes/call', toTheRight: true, cell: filled(memoryCell) };
const COLD_CACHE = { title: 'cold cache', toTheRight: true, cell: filled(coldCacheCell) };
const PROCESSOR = { title: 'processor', toTheRight: true, cell: figure(processorCell) };

const COLUMNS = [NAME, SPEED, RATE, INTERVAL, VERDICT];
const COLUMNS_WITH_TIMES = [NAME, SPEED, TIME, TIME_INTERVAL, RATE, INTERVAL, VERDICT];
const ofStreams = (rows) => streamColumns(rows, { NAME, RATE, INTERVAL, VERDICT, figure });

/** The columns, and before the rate those that only some suites have. */
function columnsFor(rows, columns) {
  if (hasStreams(rows)) return ofStreams(rows);
  const found = [];
  for (let c = 0; c < columns.length; c++) {
    if (columns[c] === RATE) {
      if (anyWaits(rows)) found[found.length] = PROCESSOR;
      if (anyCell(rows, COLD_CACHE)) found[found.length] = COLD_CACHE;
      if (anyCell(rows, MEMORY)) found[found.length] = MEMORY;
    }
    found[found.length] = columns[c];
  }
  return found;
}

function anyCell(rows, { cell }) {
  for (let i = 0; i < rows.length; i++) if (cell(rows[i]) !== '') return true;
  return false;
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string} a header and a line per row, with ends of line
 */
function toMarkdown(rows) {
  return markdownTable(rows, columnsFor(rows, COLUMNS));
}

/** The same with the ns that one call took. */
function toMarkdownWithTimes(rows) {
  return markdownTable(rows, columnsFor(rows, COLUMNS_WITH_TIMES));
}

module.exports = { toMarkdown, toMarkdownWithTimes };
