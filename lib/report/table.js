'use strict';

/*
 * The table, in the form of the original:
 *   name           speed         (stats)                                                      rate
 *   concat    93,468,158 ops/sec (31 runs of 5m calls in 1.658 out of 4.373 sec, +/- 2.16%)   1000 (998..1002) same >>>>>
 * Rows with parameters stand under a line that names them.
 */

const { width, escaped, printable, label, truncate, padEnd, padStart, number, scale, rank, interval } = require('../text/display');
const { memoryCell, collectionsCell, processorCell, coldCacheCell, anyWaits } = require('./fact-cells');
const { groupsOf, shortName } = require('./row-groups');
const { fixed } = require('../text/format');
const { isUntold, untoldWords } = require('../text/verdict-words');
const { bracketsOf } = require('../system/warnings');

// Captured at load, because a measured test may change them.
const { min, max, round } = Math;

const COLUMNS = ['name', 'speed', 'details', 'bytes', 'items', 'processor', 'coldCache', 'memory', 'collections', 'rank', 'interval', 'verdict'];
const TITLES = {
  name: 'name', speed: 'speed', details: '(stats)', bytes: 'bytes', items: 'items', processor: 'processor', coldCache: 'cold cache',
  memory: 'bytes/call', collections: 'collections', rank: 'rate', interval: '', verdict: '',
};
const TO_THE_RIGHT = { speed: true, bytes: true, items: true, processor: true, coldCache: true, memory: true, rank: true };
// There only where a row has something in them.
const OPTIONAL = ['bytes', 'items', 'processor', 'coldCache', 'memory', 'collections'];
const UNIT = ' ops/sec';
const RANK_WIDTH = 6;
const BAR_LIMIT = 60;
const SHORTEST_NAME = 8;

// Of a message in the table; the notes have all of it.
const MOST_MESSAGE = 160;

function detailsOf({ results, verdict }) {
  const { runs, nloops, elapsed, duration, min: slowest, max: fastest, avg } = results;
  // The spread of the runs in per cent; of what has no speed there is none.
  const spread = isUntold({ verdict }) ? NaN : (fastest - slowest) / 2 / avg * 100;
  const start = `(${runs} runs of ${scale(nloops)} calls in ${fixed(elapsed, 3)} out of ${fixed(duration, 3)} sec`;
  return spread >= 0 && spread < Infinity ? `${start}, +/- ${spread.toFixed(2)}%)` : `${start})`;
}

/** The verdict, and behind it what changes the meaning of the figures: in brackets, or as a mark where there is no room for them. */
function verdictCells(verdict, { warnings = [] }) {
  const brackets = bracketsOf(warnings);
  if (!brackets) return { verdict, marked: verdict };
  return { verdict: `${verdict}${verdict && ' '}${brackets}`, marked: `${verdict}*` };
}

/** What stands in place of the figures where there are none; '' where there are. */
function insteadOf({ verdict, error }) {
  if (verdict === null) return '...';
  if (verdict !== 'failed') return '';
  if (!error) return 'FAILED';
  // The notes below the table have all lines of the message.
  const message = `${error.message}`.trim().replace(/[\r\n][^]*$/, '');
  return `FAILED ${truncate(escaped(message), MOST_MESSAGE)}${error.at ? ` (${escaped(error.at)})` : ''}`;
}

const NO_CELLS = {
  name: '', instead: '', speed: '', details: '', bytes: '', items: '', processor: '', coldCache: '', memory: '', collections: '', rank: '', interval: '', verdict: '',
  marked: '', bars: 0,
};

/** @returns {object} column -> text, '' where it has none; `instead` of all but the name */
function cellsOf(row, name, { details, waits }) {
  const instead = insteadOf(row);
  const cells = { ...NO_CELLS, name, instead };
  if (instead) return cells;
  const untold = untoldWords(row);
  cells.speed = untold || number(row.results.avg) + UNIT;
  if (details) cells.details = detailsOf(row);
  const { verdict, marked } = verdictCells(untold ? '' : row.verdict, row);
  cells.verdict = verdict;
  cells.marked = marked;
  cells.coldCache = coldCacheCell(row);
  cells.memory = memoryCell(row);
  cells.collections = collectionsCell(row);
  if (untold) return cells;
  if (typeof row.bytesPerSecond === 'number') cells.bytes = `${number(row.bytesPerSecond / 1e6)} MB/s`;
  if (typeof row.itemsPerSecond === 'number') cells.items = `${number(row.itemsPerSecond)} items/s`;
  if (waits) cells.processor = processorCell(row);
  cells.rank = rank(row.rank);
  cells.interval = interval(row.rankLow, row.rankHigh);
  cells.bars = row.rank;
  return cells;
}

/** @returns {object} column -> columns of the terminal it takes, 0 where no row has it */
function widthsOf(table) {
  const widths = { name: 4, speed: 5 + UNIT.length, rank: RANK_WIDTH };
  for (let c = 0; c < COLUMNS.length; c++) {
    const column = COLUMNS[c];
    widths[column] = widths[column] || 0;
    for (let i = 0; i < table.length; i++) widths[column] = max(widths[column], width(table[i][column]));
  }
  widths.marked = 0;
  for (let i = 0; i < table.length; i++) widths.marked = max(widths.marked, width(table[i].marked));
  for (let c = 0; c < OPTIONAL.length; c++) {
    if (widths[OPTIONAL[c]]) widths[OPTIONAL[c]] = max(widths[OPTIONAL[c]], TITLES[OPTIONAL[c]].length);
  }
  return widths;
}

/**
 * What fits into the columns of the terminal. Bars take what the others leave; then the details go, then brackets
 * become marks, then the interval goes, then what the notes or a wider terminal have, then the ends of long names, then what else was asked for.
 * @param {object} widths of the columns
 * @param {number} [columns] of the terminal, no limit where there is none
 * @param {number} bars the columns without which bars tell nothing
 * @returns {object} widths, 0 for what is left out, `bars` the longest bar, `isMarked` where marks stand for brackets
 */
function layout(widths, columns, bars) {
  const fit = { ...widths, bars: bars > 0 ? BAR_LIMIT : 0, isMarked: false };
  if (!(columns > 0)) return fit;
  let used = -1;
  for (let c = 0; c < COLUMNS.length; c++) used += fit[COLUMNS[c]] && fit[COLUMNS[c]] + 1;
  const drop = (column, over) => {
    if (used <= columns + over || !fit[column]) return;
    used -= fit[column] + 1;
    fit[column] = 0;
  };
  drop('details', 0);
  if (used > columns && fit.marked < fit.verdict) {
    used -= fit.verdict - fit.marked;
    fit.verdict = fit.marked;
    fit.isMarked = true;
  }
  drop('interval', 0);
  drop('collections', 0);
  drop('processor', 0);
  drop('coldCache', 0);
  const cuttable = max(0, fit.name - SHORTEST_NAME);
  drop('bytes', cuttable);
  drop('items', cuttable);
  drop('memory', cuttable);
  const cut = max(0, min(cuttable, used - columns));
  fit.name -= cut;
  const room = columns - (used - cut) - 1;
  fit.bars = room >= bars ? min(room, fit.bars) : 0;
  return fit;
}

/** '>' for each 1000 / bargraphScale of the rank; one that is too long ends in '+' */
function bar(length, longest) {
  if (!(length > 0) || longest < 1) return '';
  return length > longest ? `${'>'.repeat(longest - 1)}+` : '>'.repeat(length);
}

function lineOf(cells, fit, settings) {
  const { visualize, columns, bargraphScale } = settings;
  let line = visualize ? padEnd(truncate(cells.name, fit.name), fit.name) : columns > 0 ? truncate(cells.name, fit.name) : cells.name;
  if (cells.instead) line += ` ${cells.instead}`;
  else {
    for (let c = 1; c < COLUMNS.length; c++) {
      const text = cells[COLUMNS[c] === 'verdict' && fit.isMarked ? 'marked' : COLUMNS[c]];
      if (!fit[COLUMNS[c]]) continue;
      if (visualize) line += ` ${(TO_THE_RIGHT[COLUMNS[c]] ? padStart : padEnd)(text, fit[COLUMNS[c]])}`;
      else if (text) line += ` ${text}`;
    }
    if (visualize && fit.bars) line += ` ${bar(round(bargraphScale * cells.bars / 1000), fit.bars)}`;
  }
  line = line.replace(/ +$/, '');
  return columns > 0 ? truncate(line, columns) : line;
}

/** How many columns bars need to tell anything: the longest, or that of the baseline. */
function barsNeeded(table, { visualize, bargraphScale }) {
  let longest = 0;
  for (let i = 0; i < table.length; i++) longest = max(longest, round(bargraphScale * table[i].bars / 1000) || 0);
  return visualize && bargraphScale > 0 ? min(longest, max(1, round(bargraphScale))) : 0;
}

/**
 * @param {Array<object>} rows one per test: name, rank (1000: the baseline), rankLow, rankHigh, verdict,
 *   warnings, error, bytesPerSecond, itemsPerSecond, results (see docs/results.md)
 * @param {object} settings
 * @param {boolean} [settings.visualize] aligned, with bars; otherwise single spaces, for programs
 * @param {boolean} [settings.showRunDetails] how the figures came about, with `verbose` of 2 and above
 * @param {number} [settings.verbose]
 * @param {number} [settings.bargraphScale] '>' for a rank of 1000; 0: no bars
 * @param {number} [settings.columns] of the terminal, which no line exceeds; 0 or undefined where there is none
 * @returns {string[]} the header and a line per row; aligned ones in groups, where they have parameters
 */
function tableLines(rows, { visualize, showRunDetails, verbose = 2, bargraphScale = 5, columns } = {}) {
  const settings = { visualize, bargraphScale, columns };
  const details = showRunDetails && verbose >= 2;
  const shown = { details, waits: anyWaits(rows) };
  // A program gets the whole name, and nothing that is no row.
  const groups = visualize ? groupsOf(rows) : [{ heading: '', rows }];
  const table = [];
  const headings = [];
  for (let g = 0; g < groups.length; g++) {
    const { heading, rows: own } = groups[g];
    if (heading) headings[table.length] = heading;
    for (let i = 0; i < own.length; i++) {
      const name = heading ? shortName(own[i]) : own[i].name;
      table[table.length] = cellsOf(own[i], visualize || columns > 0 ? label(name) : printable(name), shown);
    }
  }
  const fit = layout(widthsOf(table), columns, barsNeeded(table, settings));
  const header = { ...NO_CELLS, ...TITLES, details: details ? TITLES.details : '' };
  // Above the number, not above its unit.
  if (visualize) header.speed += ' '.repeat(UNIT.length);
  for (let c = 0; c < OPTIONAL.length; c++) if (!fit[OPTIONAL[c]]) header[OPTIONAL[c]] = '';
  const lines = [lineOf(header, fit, settings)];
  for (let i = 0; i < table.length; i++) {
    if (headings[i]) lines[lines.length] = columns > 0 ? truncate(headings[i], columns) : headings[i];
    lines[lines.length] = lineOf(table[i], fit, settings);
  }
  return lines;
}

module.exports = { tableLines, insteadOf, verdictCells, bar, barsNeeded, BAR_LIMIT };
