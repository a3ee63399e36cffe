'use strict';

/*
 * The table of a suite of streams:
 *   name          MB/s  +- %   rate             verdict   first byte  peak MB  mean MB  heap MB  processor %   collections
 *   pass-through  1,235  1.2   1000             baseline     0.21 ms     64.2     60.1    +0.12       98 + 4  12 in 3.4 ms  >>>>>
 *   gzip           52.1  0.8     42 (41.8..42.6) slower      4.02 ms     81.0     78.3    +0.40      104 + 6  31 in 9.8 ms
 * The units stand in the titles. A table for programs has single spaces, and the units beside the figures.
 */

const { label, printable, number, rank, interval, padEnd, padStart, truncate, width } = require('../text/display');
const { insteadOf, verdictCells, bar, barsNeeded, BAR_LIMIT } = require('./table');
const {
  speedOf, unitOf, reachOf, megabytes, signedMegabytes, processorText, collectionsText, outText, changesSize,
} = require('./streams-words');

// Captured at load, because a measured test may change them.
const { max, min, round } = Math;

const LAYOUT = [
  { key: 'name', title: 'name' },
  { key: 'speed', title: 'MB/s', toTheRight: true },
  { key: 'reach', title: '+- %', toTheRight: true },
  { key: 'rank', title: 'rate', toTheRight: true },
  { key: 'interval', title: '' },
  { key: 'verdict', title: 'verdict' },
  { key: 'first', title: 'first byte', toTheRight: true },
  { key: 'peak', title: 'peak MB', toTheRight: true },
  { key: 'mean', title: 'mean MB', toTheRight: true },
  { key: 'heap', title: 'heap MB', toTheRight: true },
  { key: 'processor', title: 'processor %', toTheRight: true },
  { key: 'out', title: 'out/in %', toTheRight: true },
  { key: 'collections', title: 'collections', toTheRight: true },
];

// Where the terminal is too narrow, the first of these goes first; then names are cut.
const SPARE = ['collections', 'out', 'heap', 'mean', 'first', 'interval', 'reach', 'processor', 'peak'];

const SHORTEST_NAME = 8;

const known = (text, unit = '') => (text === '-' ? text : text + unit);

/** '1.2', '15.0'; a second decimal where the first would be 0 */
const perCent = (share) => (share < 10 ? (share * 100).toFixed(share < 0.00095 ? 2 : 1) : '>999');

/** @returns {object} key -> text, `instead` of all but the name; bars: the rank */
function cellsOf(row, name, { unit, hasOut }) {
  const instead = insteadOf(row);
  const cells = { name, instead, bars: 0 };
  if (instead) return cells;
  const { stream } = row;
  const speed = speedOf(row);
  const reach = speed && reachOf(speed);
  cells.speed = speed ? number(speed.perSecond) + (unit ? '' : ` ${speed.unit}`) : '-';
  cells.reach = reach === null ? '' : perCent(reach);
  cells.rank = rank(row.rank);
  cells.interval = interval(row.rankLow, row.rankHigh);
  const { verdict, marked } = verdictCells(row.verdict || '', row);
  cells.verdict = verdict;
  cells.marked = marked;
  cells.bars = row.rank;
  cells.collections = collectionsText(row.collections);
  if (!stream) return cells;
  cells.first = known(number(stream.firstByteNs === null ? null : stream.firstByteNs / 1e6), ' ms');
  cells.peak = megabytes(stream.peakRssBytes);
  cells.mean = megabytes(stream.meanRssBytes);
  cells.heap = signedMegabytes(stream.heapGrowthBytes);
  cells.processor = processorText(stream);
  if (hasOut) cells.out = outText(stream);
  return cells;
}

/** A line for programs, and for those who read it aloud: each figure with its name or unit. */
function plainLine({ name, instead, speed, reach, rank: rate, interval: between, verdict, first, peak, mean, heap, processor, collections, out }, unit) {
  if (instead) return `${name} ${instead}`;
  let line = name;
  const say = (text, before, after) => { if (text && text !== '-') line += ` ${before}${text}${after}`; };
  say(speed, '', unit && ` ${unit}`);
  say(reach, '+-', ' %');
  say(rate, '', '');
  say(between, '', '');
  say(verdict, '', '');
  say(first, 'first byte ', '');
  say(peak, 'peak ', ' MB');
  say(mean, 'mean ', ' MB');
  say(heap, 'heap ', ' MB');
  say(processor, 'processor ', ' %');
  say(out, 'out/in ', ' %');
  say(collections, 'collections ', '');
  return line;
}

/** A column is as wide as its widest cell; one that no row has takes none, and needs no title. */
function widthsOf(table, titles) {
  const widths = {};
  for (let c = 0; c < LAYOUT.length; c++) {
    const { key } = LAYOUT[c];
    let widest = 0;
    let isTold = key === 'name';
    for (let i = 0; i < table.length; i++) {
      const text = table[i][key] || '';
      if (text && text !== '-') isTold = true;
      widest = max(widest, width(text));
    }
    widths[key] = isTold ? max(widest, width(titles[key])) : 0;
  }
  return widths;
}

/** The columns of the terminal that a line takes. */
function usedBy(widths, gap) {
  let used = -gap;
  for (let c = 0; c < LAYOUT.length; c++) used += widths[LAYOUT[c].key] && widths[LAYOUT[c].key] + gap;
  return used;
}

/**
 * What fits. Bars take what the others leave.
 * @param {number} needed columns without which bars tell nothing, 0: none wanted
 * @returns {{ widths: object, gap: number, bars: number }} gap: two blanks between columns where there is room
 */
function fitted(table, titles, columns, needed) {
  const widths = widthsOf(table, titles);
  if (!(columns > 0)) return { widths, gap: 2, bars: needed > 0 ? BAR_LIMIT : 0 };
  // Names that are cut often look the same: before one of less than half a terminal is, columns that can be missed go.
  const short = max(0, widths.name - max(SHORTEST_NAME, columns >> 1));
  for (let i = 0; i < SPARE.length; i++) if (usedBy(widths, 1) - short > columns) widths[SPARE[i]] = 0;
  const cut = max(0, min(widths.name - SHORTEST_NAME, usedBy(widths, 1) - columns));
  widths.name -= cut;
  const gap = usedBy(widths, 2) <= columns ? 2 : 1;
  const room = columns - usedBy(widths, gap) - gap;
  return { widths, gap, bars: needed > 0 && room >= needed ? min(room, BAR_LIMIT) : 0 };
}

function lineOf(cells, { widths, gap, bars }, bargraphScale) {
  const blanks = ' '.repeat(gap);
  let line = padEnd(truncate(cells.name, widths.name), widths.name);
  if (cells.instead) return `${line}${blanks}${cells.instead}`;
  for (let c = 1; c < LAYOUT.length; c++) {
    const { key, toTheRight } = LAYOUT[c];
    if (widths[key] > 0) line += blanks + (toTheRight ? padStart : padEnd)(cells[key] || '', widths[key]);
  }
  if (bars > 0) line += blanks + bar(round(bargraphScale * cells.bars / 1000), bars);
  return line.replace(/ +$/, '');
}

/**
 * @param {Array<object>} rows one per contender, see docs/results.md; those not measured yet have no verdict
 * @param {object} settings
 * @param {boolean} [settings.visualize] aligned, with bars; otherwise single spaces, for programs
 * @param {number} [settings.bargraphScale] '>' for a rank of 1000; 0: no bars
 * @param {number} [settings.columns] of the terminal, which no line exceeds; 0 or undefined where there is none
 * @returns {string[]} the header and a line per row
 */
function streamsLines(rows, { visualize, bargraphScale = 5, columns } = {}) {
  const unit = unitOf(rows);
  let hasOut = false;
  for (let i = 0; i < rows.length; i++) if (changesSize(rows[i])) hasOut = true;
  const table = [];
  for (let i = 0; i < rows.length; i++) {
    // A program gets the whole name.
    const name = visualize || columns > 0 ? label(rows[i].name) : printable(rows[i].name);
    table[i] = cellsOf(rows[i], name, { unit, hasOut });
  }
  const limited = (line) => (columns > 0 ? truncate(line, columns) : line);
  const lines = [];
  if (!visualize) {
    lines[0] = limited('name speed rate');
    for (let i = 0; i < table.length; i++) lines[i + 1] = limited(plainLine(table[i], unit));
    return lines;
  }
  const titles = { instead: '', bars: 0 };
  for (let c = 0; c < LAYOUT.length; c++) titles[LAYOUT[c].key] = LAYOUT[c].title;
  // Each speed has its unit where they are not the same.
  titles.speed = unit || 'speed';
  // Marks stand for brackets where columns would have to go for them.
  if (columns > 0 && usedBy(widthsOf(table, titles), 1) > columns) {
    for (let i = 0; i < table.length; i++) table[i].verdict = table[i].marked || '';
  }
  const fit = fitted(table, titles, columns, barsNeeded(table, { visualize, bargraphScale }));
  lines[0] = limited(lineOf(titles, fit, bargraphScale));
  for (let i = 0; i < table.length; i++) lines[i + 1] = limited(lineOf(table[i], fit, bargraphScale));
  return lines;
}

module.exports = { streamsLines };
