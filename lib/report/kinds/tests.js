'use strict';

/* The section of a suite of tests, also in terminals and pages while it runs: it requires no module of Node. */

const { FASTEST_WORDS, findFastest, sharedCodes, suiteAnswer } = require('../answer');
const {
  anyWaits, coldCacheCell, collectionsCell, commandCells, countCells, cyclesTitle, memoryCell, pollutedCell,
  processorCell,
} = require('../cells');
const { suiteNotes } = require('../notes');
const { groupRows, shortName } = require('../row-groups');
const { rank, rankInterval, reach, sorted, time, timeInterval } = require('../values');
const { MANY } = require('../report');
const { verdictCell } = require('../verdicts');
const { formatBrackets } = require('../../core/system/warnings');
const { truncate } = require('../../base/text/display');
const {
  counted, ends, fixed, isNumber, formatNumber, formatRank: rankText, scale, shortTime,
} = require('../../base/text/numbers');
const { isUnmeasured } = require('../../base/text/verdict-words');

const { round } = Math;

const MESSAGE_COLUMNS = 160; // length of a message in a table; the whole message is below

function runDetails({ results, verdict }) {
  const { runs, nloops, elapsed, duration, min: slowest, max: fastest, avg } = results;
  const spread = isUnmeasured({ verdict }) ? NaN : (fastest - slowest) / 2 / avg * 100;
  const start = `(${runs} runs of ${scale(nloops)} calls in ${fixed(elapsed, 3)} out of ${fixed(duration, 3)} sec`;
  return spread >= 0 && spread < Infinity ? `${start}, +/- ${spread.toFixed(2)}%)` : `${start})`;
}

/** The text that replaces the figures of a row; undefined if it has any. */
function insteadOf({ verdict, error }) {
  if (verdict === null) return '...';
  if (verdict !== 'failed') return undefined;
  if (!error) return 'FAILED';
  const message = `${error.message}`.trim().replace(/[\r\n][^]*$/, '');
  return ['FAILED', truncate(message, MESSAGE_COLUMNS), error.at && `(${error.at})`].filter(Boolean).join(' ');
}

/** In a table for programs, these cells have units, and ranks have no commas. */
function rateCells({ results: { avg }, bytesPerSecond: bytes, itemsPerSecond: items, ...row }, isAligned) {
  const cellOf = (value, shown, unit) => (
    isNumber(value) ? sorted(formatNumber(shown) + (isAligned ? '' : ` ${unit}`), value) : '');
  return {
    speed: isNumber(avg) ? cellOf(avg, avg, 'ops/sec') : sorted('-', null),
    bytes: cellOf(bytes, bytes / 1e6, 'MB/s'), items: cellOf(items, items, 'items/s'),
    ...(isAligned
      ? { rank: rank(row.rank), rankInterval: rankInterval(row.rank, row.rankLow, row.rankHigh) }
      : { rank: sorted(rankText(row.rank), row.rank), rankInterval: ends(row.rankLow, row.rankHigh, rankText) }),
  };
}

function timeCells(row, isAligned) {
  const { nsPerCall, nsLow, nsHigh, verdict, resolutionNs } = row;
  if (isUnmeasured(row)) {
    const isUnder = verdict === 'below-resolution' && isNumber(resolutionNs);
    return { time: isUnder ? sorted(`under ${shortTime(resolutionNs)}`, null) : '' };
  }
  return {
    time: nsPerCall > 0 && isNumber(nsPerCall) ? time(nsPerCall, nsLow, nsHigh) : '',
    reach: reach(nsPerCall, nsLow, nsHigh),
    interval: timeInterval(nsPerCall, nsLow, nsHigh), ...rateCells(row, isAligned),
  };
}

function verdictCells({ verdict, warnings = [] }, isFastest = false, shared = []) {
  const brackets = formatBrackets(warnings.filter(({ code }) => !shared.includes(code)));
  const cell = verdictCell(verdict, { brackets, words: isFastest ? FASTEST_WORDS[verdict] : undefined });
  return { verdict: cell, marked: { ...cell, text: `${cell.words}${brackets && '*'}` } };
}

const lookOf = (isFastest) => (
  isFastest ? { tones: { name: 'fastest', tail: 'fastest' }, tone: 'fastest' } : { tones: { tail: 'bar' } });

function rowOf(row, name, { cellsOf, below, isFastest, bargraphScale, shared }) {
  const instead = insteadOf(row);
  if (instead !== undefined) {
    return { cells: { name, ...verdictCells(row) }, instead, tones: { instead: `${row.verdict}` } };
  }
  return {
    ...lookOf(isFastest), bar: isUnmeasured(row) ? 0 : bargraphScale * row.rank / 1000 || 0,
    below: below && ((screen) => below(row, screen)),
    cells: { name, ...cellsOf(row), ...verdictCells(row, isFastest, shared) },
  };
}

const ON_PHONES = ['name', 'time', 'interval', 'verdict']; // narrow pages have these columns only
const TIMES = ['time', 'reach', 'interval', 'instructions', 'cycles'];

const COMMAND_COLUMNS = [
  { key: 'cpu', title: 'CPU time', isNumber: true, drop: 9 },
  { key: 'peak', title: 'peak memory', isNumber: true, drop: 8 },
];

/** Columns in the order for people. A table for programs starts with speed and rank, like the original tool. */
function columnsOf(rows, { isAligned, hasDetails, isCommands }) {
  const isCountedRows = rows.some(({ counts }) => counts);
  const columns = [
    { key: 'name', title: 'name', least: 4 },
    { key: 'time', title: isCommands ? 'time' : 'time/call', isNumber: true },
    { key: 'reach', title: '', drop: 6, only: 'terminal', isSoft: true },
    { key: 'interval', title: 'interval', isNumber: true, isSoft: true, only: 'wide' },
    { key: 'bar', title: 'speed', isBar: true, only: 'page' },
    { key: 'instructions', title: 'instructions', isNumber: true, drop: 14 },
    { key: 'cycles', title: cyclesTitle(rows), isNumber: true, drop: isCountedRows ? 0 : 15 },
    ...(isCommands ? COMMAND_COLUMNS : [{
      key: 'speed', title: isAligned ? 'ops/sec' : 'speed', isNumber: true, least: isAligned ? 0 : 13,
      drop: isCountedRows ? 2 : 13,
    }]),
    { key: 'details', title: '(stats)', drop: 1, only: 'terminal' },
    { key: 'bytes', title: isAligned ? 'MB/s' : 'bytes', isNumber: true, drop: 10 },
    { key: 'items', title: isAligned ? 'items/s' : 'items', isNumber: true, drop: 11 },
    { key: 'processor', title: 'processor', isNumber: true, drop: 5, isWrapped: true },
    { key: 'polluted', title: 'after others', isNumber: true, drop: 8 },
    { key: 'coldCache', title: 'cold cache', isNumber: true, drop: 5, isWrapped: true },
    { key: 'memory', title: 'bytes/call', isNumber: true, drop: 12 },
    { key: 'collections', title: 'collections', drop: 4, isWrapped: true },
    { key: 'rank', title: 'rate', isNumber: true, least: 6, drop: 7 },
    ...(isAligned && !hasDetails ? []
      : [{ key: 'rankInterval', title: '', isNumber: true, isSoft: true, drop: 1, only: 'terminal' }]),
    { key: 'verdict', title: 'verdict', drop: 3, short: 'marked' },
  ].map((column) => ({ ...column, isSpare: !ON_PHONES.includes(column.key) }));
  if (isAligned) return columns;
  const isTime = ({ key }) => TIMES.includes(key);
  return [...columns.filter((column) => !isTime(column)), ...columns.filter(isTime)];
}

// Rows without a time come last.
const timeOf = (row) => (isUnmeasured(row) || !(row.nsPerCall > 0) ? Infinity : row.nsPerCall);
const ORDERS = {
  file: () => 0, time: (a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)),
  name: (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)),
};

/**
 * The table of a suite. visualize: aligned, with bars (bargraphScale: the baseline's), otherwise single spaces
 *
 * @param {{ columns: object[], cellsOf: function(object): object, below?: function }} content of its rows
 */
function suiteTable(rows, { visualize = true, bargraphScale = 5, sort }, idOf, content) {
  const about = {
    ...content, bargraphScale: visualize ? bargraphScale : 0, shared: visualize ? sharedCodes(rows) : [],
  };
  const groups = visualize ? groupRows(rows) : [{ heading: '', rows }];
  return {
    type: 'table', label: 'Results', isLong: rows.length > MANY, isPlain: !visualize, tailOf: 'rank',
    barOfBaseline: round(about.bargraphScale), columns: content.columns,
    rows: groups.flatMap(({ heading, rows: own }) => {
      const fastest = visualize ? findFastest(own) : [];
      const tableRows = [...own].sort(ORDERS[sort] || ORDERS.file).map((row) => ({
        id: idOf(row),
        ...rowOf(row, heading ? shortName(row) : row.name, { ...about, isFastest: fastest.includes(row) }),
      }));
      return heading ? [{ heading }, ...tableRows] : tableRows;
    }),
  };
}

function testsTable(rows, settings, idOf = () => '') {
  const { visualize: isAligned = true, showRunDetails, verbose = 2, isCommands } = settings;
  const hasDetails = Boolean(showRunDetails) && verbose >= 2;
  const hasWaits = anyWaits(rows);
  return {
    ...suiteTable(rows, settings, idOf, {
      columns: columnsOf(rows, { isAligned, hasDetails, isCommands }),
      below: hasDetails && isAligned ? require('../details').detailLines : undefined,
      cellsOf: (row) => ({
        bar: isUnmeasured(row) || !(row.rank > 0) ? '' : sorted('', row.rank), ...timeCells(row, isAligned),
        ...countCells(row), ...commandCells(row), details: hasDetails ? runDetails(row) : '',
        processor: hasWaits ? processorCell(row) : '', polluted: pollutedCell(row), coldCache: coldCacheCell(row),
        memory: memoryCell(row), collections: collectionsCell(row),
      }),
    }),
    sortedBy: 'time', kept: 6,
  };
}

function failedTests(tests) {
  const failed = tests.filter(({ verdict }) => verdict === 'failed');
  return {
    type: 'failures', items: failed.map(({ name, error }) => ({ name, error, isInDetails: true })),
    summary: failed.length > 0 ? `${failed.length} of ${counted(tests.length, 'test')} failed:` : '',
  };
}

const LEGEND_FROM = 3; // least `verbose` for the legend, below all notes
const LEGEND = 'rate: speed relative to the baseline (1000); ±: distance to the farther end of the 95 % interval; ' +
  'words in parentheses: warnings, explained above';

const suiteParts = (tests, settings, table) => ({
  isCompact: true, answer: suiteAnswer(tests),
  blocks: [
    table, ...suiteNotes(tests, settings),
    { type: 'notes', items: settings.verbose >= LEGEND_FROM ? [{ text: LEGEND }] : [] }, failedTests(tests),
  ],
});

module.exports = { testsTable, suiteTable, suiteParts };
