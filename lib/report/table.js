'use strict';

/*
 * The table: what the original prints, and the time of one call.
 *   name   one call         speed ops/sec   rate
 *   concat  10.7 ns +-0.3 %    93,468,158   1000 baseline >>>>>
 *   join     124 ns +-1.2 %     8,064,516     86 slower   >
 * Rows with parameters stand under a line that names them. A table for programs begins as that of the original, and
 * has the time behind.
 */

const {
  cyclesCell, cyclesTitle, instructionsCell, isCounted, memoryCell, collectionsCell, processorCell, coldCacheCell,
  anyWaits,
} = require('#facts');
const { bracketsOf } = require('../system/warnings');
const { tableOf } = require('../text/columns');
const { escaped, printable, label, truncate } = require('../text/display');
const {
  fixed, grouped, isNumber, number, scale, rank, interval, shareText, threeDigitTime,
} = require('../text/numbers');
const { createPaint } = require('../text/paint');
const { detailLines } = require('./details');
const { groupsOf, shortName } = require('./row-groups');
const { isUntold, untoldWords } = require('../text/verdict-words');

const { min, max, round } = Math;


const UNIT = ' ops/sec';
const BAR_LIMIT = 60;
const SHORTEST_NAME = 8;

// For one that is longer no other row shall lose a column.
const WHOLE_NAME = 20;

// Of a message in the table; the notes have all of it.
const MOST_MESSAGE = 160;

const timesOf = (rows) => [
  { key: 'time', title: 'one call', toTheRight: true }, { key: 'reach', title: '' },
  { key: 'instructions', title: 'instructions', toTheRight: true },
  { key: 'cycles', title: cyclesTitle(rows), toTheRight: true },
];

const layoutOf = (rows, isAligned) => [
  { key: 'name', title: 'name', least: 4 },
  ...(isAligned ? timesOf(rows) : []),
  { key: 'speed', title: isAligned ? `speed${UNIT}` : 'speed', toTheRight: true, least: 13 },
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
  ...(isAligned ? [] : timesOf(rows)),
];

// Where the terminal is too narrow. Notes have what these say; then names are cut, and only then go what was asked for.
const FIRST = ['details', 'interval', 'verdict', 'collections', 'processor', 'coldCache'];
const NEXT = ['rank', 'reach'];
const SPARE = ['bytes', 'items', 'memory', 'speed', 'instructions'];

/** Beside instructions, which were asked for, a verdict says more than the speed: that is the time again. */
const firstOf = (rows) => (
  rows.some(isCounted) ? ['cycles', 'details', 'interval', 'speed', ...FIRST.slice(2)] : FIRST);

function detailsOf({ results, verdict }) {
  const { runs, nloops, elapsed, duration, min: slowest, max: fastest, avg } = results;
  // The spread of the runs in per cent; of what has no speed there is none.
  const spread = isUntold({ verdict }) ? NaN : (fastest - slowest) / 2 / avg * 100;
  const start = `(${runs} runs of ${scale(nloops)} calls in ${fixed(elapsed, 3)} out of ${fixed(duration, 3)} sec`;
  return spread >= 0 && spread < Infinity ? `${start}, +/- ${spread.toFixed(2)}%)` : `${start})`;
}

/** '16,095', as the speeds beside it; 1000 is a name more than a number */
const rankText = (value) => (value >= 9999.5 && value < 1e15 ? grouped(rank(value)) : rank(value));

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

/** '+-0.31 %': how far the time of a call may be off, to either side */
function reachText({ nsPerCall, nsLow, nsHigh }) {
  if (!isNumber(nsLow) || !isNumber(nsHigh) || !(nsPerCall > 0)) return '';
  return `+-${shareText(max(nsHigh - nsPerCall, nsPerCall - nsLow) / nsPerCall)}`;
}

/** What the colours say again: the verdict, which test is the fastest, and that the rest is beside it. */
function kindsOf({ verdict }, isFastest = false) {
  const kind = `${verdict}`;
  const name = isFastest ? 'bold' : '';
  return { name, verdict: kind, marked: kind, instead: kind, reach: 'faint', interval: 'faint' };
}

/** Of tests with one baseline the one that is faster than it for sure, and than the others as far as is known. */
function fastestOf(rows) {
  return rows.reduce((best, row) => (row.verdict === 'faster' && !(best && best.rank >= row.rank) ? row : best), null);
}

/** @returns {object} key -> text; `instead` of all but the name; bars: the rank */
function cellsOf(row, name, { details, waits, isAligned, fastest }) {
  const instead = insteadOf(row);
  const kinds = kindsOf(row, row === fastest);
  if (instead) return { name, instead, kinds };
  const untold = untoldWords(row);
  const cells = {
    name, kinds, details: details ? detailsOf(row) : '',
    coldCache: coldCacheCell(row), memory: memoryCell(row), collections: collectionsCell(row),
    instructions: instructionsCell(row), cycles: cyclesCell(row),
    ...verdictCells(untold || row.verdict, row),
  };
  if (untold) return cells;
  return {
    ...cells, speed: number(row.results.avg) + (isAligned ? '' : UNIT),
    time: row.nsPerCall > 0 && isNumber(row.nsPerCall) ? threeDigitTime(row.nsPerCall) : '', reach: reachText(row),
    bars: row.rank,
    rank: isAligned ? rankText(row.rank) : rank(row.rank),
    // The verdict and the reach of the time say the same in fewer columns.
    interval: details || !isAligned ? interval(row.rankLow, row.rankHigh) : '',
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
 * @param {boolean} [settings.hasColours]
 * @returns {string[]} the header and a line per row; aligned ones in groups, where they have parameters, and with
 *   another line of details below each
 */
function tableLines(
  rows, { visualize, showRunDetails, verbose = 2, bargraphScale = 5, columns, hasColours = false } = {},
) {
  const isLabel = visualize || columns > 0;
  const details = showRunDetails && verbose >= 2;
  const shown = { details, waits: anyWaits(rows), isAligned: visualize };
  // A program gets the whole name, and nothing that is no row.
  const groups = visualize ? groupsOf(rows) : [{ heading: '', rows }];
  const table = groups.flatMap(({ heading, rows: own }) => {
    const fastest = fastestOf(own);
    const cells = own.map((row) => {
      const name = heading ? shortName(row) : row.name;
      return { ...cellsOf(row, isLabel ? label(name) : printable(name), { ...shown, fastest }), row };
    });
    return heading ? [{ heading }, ...cells] : cells;
  });
  const paint = createPaint(hasColours);
  const [titles, ...lines] = tableOf(layoutOf(rows, visualize), table, {
    columns, first: firstOf(rows), next: NEXT, whole: WHOLE_NAME, spare: SPARE, kept: SHORTEST_NAME,
    shortest: SHORTEST_NAME, gaps: [1, 1],
    isPlain: !visualize, tail: barsBehind(table, { visualize, bargraphScale }), tailOf: 'rank', paint,
  });
  const below = ({ row }) => (details && visualize && row ? detailLines(row, columns) : []);
  return [titles, ...lines.flatMap((line, i) => [line, ...below(table[i]).map((text) => paint('faint', text))])];
}

module.exports = { tableLines, insteadOf, kindsOf, verdictCells, barsBehind, SHORTEST_NAME };
