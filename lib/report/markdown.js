'use strict';

/* The rows of a suite as a table of GitHub; of streams less than in a terminal, since pages of GitHub are narrow. */

const { time, timeInterval } = require('./chart/figures');
const { label } = require('../text/display');
const { number, rank, interval, isNumber } = require('../text/numbers');
const { literal, markdownTable } = require('./markdown-blocks');
const { cyclesCell, cyclesTitle, instructionsCell, isCounted } = require('./count-cells');
const { memoryCell, coldCacheCell, processorCell, anyWaits } = require('./fact-cells');
const { insteadOf, verdictCells } = require('./table');
const words = require('./streams-words');
const { isUntold, untoldWords } = require('../text/verdict-words');

/** A cell that is empty where the row has no figures. */
const figure = (text) => (row) => (insteadOf(row) || isUntold(row) ? '' : text(row));
const right = (title, cell) => ({ title, toTheRight: true, cell });
const filled = (cell) => (row) => (insteadOf(row) ? '' : cell(row));

const told = (value, text) => (isNumber(value) ? text : '');
const between = (low, high) => (isNumber(low) && isNumber(high) ? `${number(low)} .. ${number(high)}` : '');
const speedCell = (row) => (insteadOf(row) ? '' : untoldWords(row) || number(row.results && row.results.avg));

const NAME = { title: 'name', cell: (row) => literal(label(row.name)) };
const SPEED = right('ops/sec', speedCell);
const TIMES = [
  right('one call', figure(({ nsPerCall, nsLow, nsHigh }) => told(nsPerCall, time(nsPerCall, nsLow, nsHigh)))),
  right('95 % interval', figure(({ nsPerCall, nsLow, nsHigh }) =>
    (isNumber(nsLow) ? told(nsPerCall, timeInterval(nsLow, nsHigh, nsPerCall)) : ''))),
];
const PROCESSOR = right('processor', figure(processorCell));
// There only where a row has something in them.
const OPTIONAL = [right('cold cache', filled(coldCacheCell)), right('bytes/call', filled(memoryCell))];
// Of what is too fast to be timed, too.
const counts = (rows) => [
  right('instructions', filled(instructionsCell)), right(cyclesTitle(rows), filled(cyclesCell)),
];
const RATE = [
  right('rate', figure((row) => rank(row.rank))),
  right('interval', figure((row) => interval(row.rankLow, row.rankHigh))),
];
const VERDICT = { title: 'verdict', cell: (row) => literal(insteadOf(row) || verdictCells(row.verdict, row).verdict) };

const ofStream = (text) => figure(({ stream }) => (stream && text(stream) !== '-' ? text(stream) : ''));

/** The unit of speeds stands in the title, or beside the figures where they have different ones. */
function streamColumns(rows) {
  const unit = words.unitOf(rows);
  const instructions = words.instructionsColumn(rows);
  const ofSpeed = (text) => figure((row) => (words.speedOf(row) ? text(words.speedOf(row)) : ''));
  return [
    NAME,
    right(unit || 'speed', ofSpeed((speed) => number(speed.perSecond) + (unit ? '' : ` ${speed.unit}`))),
    right('95 % interval', ofSpeed(({ low, high }) => between(low, high))),
    ...RATE,
    ...(rows.some(isCounted) ? [right(instructions.title, instructions.text)] : []),
    right('first byte, ms', ofStream(({ firstByteNs }) => number(isNumber(firstByteNs) ? firstByteNs / 1e6 : null))),
    right('peak memory, MB', ofStream(({ peakRssBytes }) => words.megabytes(peakRssBytes))),
    right('processor, user + system %', ofStream(words.processorText)),
    VERDICT,
  ];
}

function columnsFor(rows) {
  if (words.hasStreams(rows)) return streamColumns(rows);
  const inUse = (columns) => columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const processor = anyWaits(rows) ? [PROCESSOR] : [];
  return [NAME, ...TIMES, ...inUse(counts(rows)), SPEED, ...processor, ...inUse(OPTIONAL), ...RATE, VERDICT];
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string} a header and a line per row, with ends of line
 */
const toMarkdown = (rows) => markdownTable(rows, columnsFor(rows));

module.exports = { toMarkdown };
