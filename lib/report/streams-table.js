'use strict';

/*
 * The table of a suite of streams:
 *   name          MB/s  +- %   rate               verdict   first byte  peak MB  mean MB  heap MB  processor %
 *   pass-through  1,235  1.2   1000               baseline     0.21 ms     64.2     60.1    +0.12       98 + 4  >>>>>
 *   gzip           52.1  0.8     42 (41.8..42.6)  slower       4.02 ms     81.0     78.3    +0.40      104 + 6
 * The units stand in the titles. A table for programs has single spaces, and the units beside the figures.
 */

const { tableOf } = require('../text/columns');
const { label, printable, truncate } = require('../text/display');
const { number, rank, interval } = require('../text/numbers');
const { createPaint } = require('../text/paint');
const { insteadOf, kindsOf, verdictCells, barsBehind, SHORTEST_NAME } = require('./table');
const {
  speedOf, unitOf, reachOf, megabytes, signedMegabytes, processorText, collectionsText, outText, changesSize,
  instructionsColumn,
} = require('./streams-words');

const LAYOUT = [
  { key: 'name', title: 'name', least: 4 },
  { key: 'speed', title: 'MB/s', toTheRight: true },
  { key: 'reach', title: '+- %', toTheRight: true },
  { key: 'rank', title: 'rate', toTheRight: true },
  { key: 'interval', title: '' },
  { key: 'verdict', title: 'verdict', short: 'marked' },
  { key: 'instructions', title: 'instructions', toTheRight: true },
  { key: 'first', title: 'first byte', toTheRight: true },
  { key: 'peak', title: 'peak MB', toTheRight: true },
  { key: 'mean', title: 'mean MB', toTheRight: true },
  { key: 'heap', title: 'heap MB', toTheRight: true },
  { key: 'processor', title: 'processor %', toTheRight: true },
  { key: 'out', title: 'out/in %', toTheRight: true },
  { key: 'collections', title: 'collections', toTheRight: true },
];

// Where the terminal is too narrow, marks stand for brackets, then the first of these goes first, then names are cut.
const SPARE = ['collections', 'out', 'heap', 'mean', 'first', 'interval', 'reach', 'processor', 'peak', 'instructions'];

const known = (text, unit = '') => (text === '-' ? text : text + unit);

/** '1.2', '15.0'; a second decimal where the first would be 0 */
const perCent = (share) => (share < 10 ? (share * 100).toFixed(share < 0.00095 ? 2 : 1) : '>999');

/** @returns {object} key -> text, `instead` of all but the name; bars: the rank */
function cellsOf(row, name, { unit, hasOut, instructions }) {
  const instead = insteadOf(row);
  const kinds = kindsOf(row);
  if (instead) return { name, instead, kinds };
  const { stream } = row;
  const speed = speedOf(row);
  const reach = speed && reachOf(speed);
  const cells = {
    name, kinds, speed: speed ? number(speed.perSecond) + (unit ? '' : ` ${speed.unit}`) : '-',
    reach: reach === null ? '' : perCent(reach), rank: rank(row.rank), interval: interval(row.rankLow, row.rankHigh),
    ...verdictCells(row.verdict || '', row), bars: row.rank, collections: collectionsText(row.collections),
    instructions: instructions.text(row),
  };
  if (!stream) return cells;
  return {
    ...cells, first: known(number(stream.firstByteNs === null ? null : stream.firstByteNs / 1e6), ' ms'),
    peak: megabytes(stream.peakRssBytes), mean: megabytes(stream.meanRssBytes),
    heap: signedMegabytes(stream.heapGrowthBytes), processor: processorText(stream), out: hasOut ? outText(stream) : '',
  };
}

/** A line for programs, and for those who read it aloud: each figure with its name or unit. */
function plainLine(cells, unit, instructions) {
  if (cells.instead) return `${cells.name} ${cells.instead}`;
  const figures = [
    ['speed', '', unit && ` ${unit}`], ['reach', '+-', ' %'], ['rank', '', ''], ['interval', '', ''],
    ['verdict', '', ''], ['instructions', '', ` ${instructions.title}`],
    ['first', 'first byte ', ''], ['peak', 'peak ', ' MB'], ['mean', 'mean ', ' MB'], ['heap', 'heap ', ' MB'],
    ['processor', 'processor ', ' %'], ['out', 'out/in ', ' %'], ['collections', 'collections ', ''],
  ].filter(([key]) => cells[key] && cells[key] !== '-');
  return [cells.name, ...figures.map(([key, before, after]) => `${before}${cells[key]}${after}`)].join(' ');
}

/**
 * @param {Array<object>} rows one per contender, see docs/results.md; those not measured yet have no verdict
 * @param {object} settings
 * @param {boolean} [settings.visualize] aligned, with bars; otherwise single spaces, for programs
 * @param {number} [settings.bargraphScale] '>' for a rank of 1000; 0: no bars
 * @param {number} [settings.columns] of the terminal, which no line exceeds; 0 or undefined where there is none
 * @param {boolean} [settings.hasColours]
 * @returns {string[]} the header and a line per row
 */
function streamsLines(rows, { visualize, bargraphScale = 5, columns, hasColours = false } = {}) {
  const unit = unitOf(rows);
  const hasOut = rows.some(changesSize);
  const instructions = instructionsColumn(rows);
  // A program gets the whole name.
  const nameOf = ({ name }) => (visualize || columns > 0 ? label(name) : printable(name));
  const table = rows.map((row) => cellsOf(row, nameOf(row), { unit, hasOut, instructions }));
  if (!visualize) {
    const lines = ['name speed rate', ...table.map((cells) => plainLine(cells, unit, instructions))];
    return lines.map((line) => (columns > 0 ? truncate(line, columns) : line));
  }
  // Each speed has its unit where they are not the same.
  const titles = { speed: unit || 'speed', instructions: instructions.title };
  const layout = LAYOUT.map((column) => ({ ...column, title: titles[column.key] || column.title }));
  const isTold = ({ key }) => table.some((cells) => cells[key] && cells[key] !== '-');
  return tableOf(layout.filter((column, i) => i === 0 || isTold(column)), table, {
    columns, first: ['verdict'], spare: SPARE, shortest: SHORTEST_NAME,
    tail: barsBehind(table, { visualize, bargraphScale }), tailOf: 'rank', paint: createPaint(hasColours),
  });
}

module.exports = { streamsLines };
