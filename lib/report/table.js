'use strict';

/*
 * The table, in the form of the original:
 *   name           speed         (stats)                              rate
 *   concat    93,468,158 ops/sec (31 runs of 5m calls in 1.658 out ...)   1000 (998..1002) same >>>>>
 * Rows with parameters stand under a line that names them.
 */

const { tableOf } = require('../text/columns');
const { escaped, printable, label, truncate } = require('../text/display');
const { fixed, number, scale, rank, interval } = require('../text/numbers');
const { memoryCell, collectionsCell, processorCell, coldCacheCell, anyWaits } = require('./fact-cells');
const { groupsOf, shortName } = require('./row-groups');
const { isUntold, untoldWords } = require('../text/verdict-words');
const { bracketsOf } = require('../system/warnings');

const { min, max, round } = Math;

const UNIT = ' ops/sec';
const BAR_LIMIT = 60;
const SHORTEST_NAME = 8;

// Of a message in the table; the notes have all of it.
const MOST_MESSAGE = 160;

/** Aligned, the title of the speed is above the number, not above its unit. */
const layoutOf = (isAligned) => [
  { key: 'name', title: 'name', least: 4 },
  { key: 'speed', title: isAligned ? `speed${' '.repeat(UNIT.length)}` : 'speed', toTheRight: true, least: 13 },
  { key: 'details', title: '(stats)' },
  { key: 'bytes', title: 'bytes', toTheRight: true },
  { key: 'items', title: 'items', toTheRight: true },
  { key: 'processor', title: 'processor', toTheRight: true },
  { key: 'coldCache', title: 'cold cache', toTheRight: true },
  { key: 'memory', title: 'bytes/call', toTheRight: true },
  { key: 'collections', title: 'collections' },
  { key: 'rank', title: 'rate', toTheRight: true, least: 6 },
  { key: 'interval', title: '' },
  { key: 'verdict', title: '', short: 'marked' },
];

// Where the terminal is too narrow. Notes have what these say; then names are cut, and only then go what was asked for.
const FIRST = ['details', 'verdict', 'interval', 'collections', 'processor', 'coldCache'];
const SPARE = ['bytes', 'items', 'memory'];

function detailsOf({ results, verdict }) {
  const { runs, nloops, elapsed, duration, min: slowest, max: fastest, avg } = results;
  // The spread of the runs in per cent; of what has no speed there is none.
  const spread = isUntold({ verdict }) ? NaN : (fastest - slowest) / 2 / avg * 100;
  const start = `(${runs} runs of ${scale(nloops)} calls in ${fixed(elapsed, 3)} out of ${fixed(duration, 3)} sec`;
  return spread >= 0 && spread < Infinity ? `${start}, +/- ${spread.toFixed(2)}%)` : `${start})`;
}

/** The verdict with what changes the meaning of the figures: in brackets, or as a mark where there is no room. */
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

/** @returns {object} key -> text; `instead` of all but the name; bars: the rank */
function cellsOf(row, name, { details, waits }) {
  const instead = insteadOf(row);
  if (instead) return { name, instead };
  const untold = untoldWords(row);
  const cells = {
    name, speed: untold || number(row.results.avg) + UNIT, details: details ? detailsOf(row) : '',
    coldCache: coldCacheCell(row), memory: memoryCell(row), collections: collectionsCell(row),
    ...verdictCells(untold ? '' : row.verdict, row),
  };
  if (untold) return cells;
  return {
    ...cells, rank: rank(row.rank), interval: interval(row.rankLow, row.rankHigh), bars: row.rank,
    bytes: typeof row.bytesPerSecond === 'number' ? `${number(row.bytesPerSecond / 1e6)} MB/s` : '',
    items: typeof row.itemsPerSecond === 'number' ? `${number(row.itemsPerSecond)} items/s` : '',
    processor: waits ? processorCell(row) : '',
  };
}

/** '>' for each 1000 / bargraphScale of the rank; one that is too long ends in '+' */
function bar(length, longest) {
  if (!(length > 0) || longest < 1) return '';
  return length > longest ? `${'>'.repeat(longest - 1)}+` : '>'.repeat(length);
}

/** Bars for who looks at ranks, where there is room for the longest, or for that of the baseline. */
function barsBehind(rows, { visualize, bargraphScale }) {
  const lengthOf = ({ bars }) => round(bargraphScale * bars / 1000) || 0;
  const longest = max(0, ...rows.map(lengthOf));
  const needed = visualize && bargraphScale > 0 ? min(longest, max(1, round(bargraphScale))) : 0;
  return (row, room) => (needed > 0 && room >= needed ? bar(lengthOf(row), min(room, BAR_LIMIT)) : '');
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
  const isLabel = visualize || columns > 0;
  const shown = { details: showRunDetails && verbose >= 2, waits: anyWaits(rows) };
  // A program gets the whole name, and nothing that is no row.
  const groups = visualize ? groupsOf(rows) : [{ heading: '', rows }];
  const table = groups.flatMap(({ heading, rows: own }) => {
    const cells = own.map((row) => {
      const name = heading ? shortName(row) : row.name;
      return cellsOf(row, isLabel ? label(name) : printable(name), shown);
    });
    return heading ? [{ heading }, ...cells] : cells;
  });
  return tableOf(layoutOf(visualize), table, {
    columns, first: FIRST, spare: SPARE, kept: SHORTEST_NAME, shortest: SHORTEST_NAME, gaps: [1, 1],
    isPlain: !visualize, tail: barsBehind(table, { visualize, bargraphScale }),
  });
}

module.exports = { tableLines, insteadOf, verdictCells, barsBehind, SHORTEST_NAME };
