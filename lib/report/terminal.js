'use strict';

/* A report as lines of a terminal: plain characters, nothing wider than the screen, the answer last. */

const { createPaint, firstOf, tableOf, unitsAligned, wrapped } = require('../text/columns');
const { cutInside, escaped, label } = require('../text/display');
const { failuresLines } = require('./report');
const { ascii, format } = require('./values');

const { max, min } = Math;

const BAR_LIMIT = 60;
const SHORTEST_NAME = 12;

// Names are cut to this width before a column is left out.
const WHOLE_NAME = 20;

/** @typedef {{ columns?: number, hasColours?: boolean }} Screen columns: maximum width of a line */

const isShown = ({ only }) => only !== 'wide';
const isTable = ({ type, isTable: isLikeOne }) => type === 'table' || isLikeOne;

const starred = (cell, text) => (cell.isStrong ? `${text} *` : text);
const textOf = (cell) => escaped(typeof cell === 'string' ? cell : ascii(format(cell)));

function textsOf(row, columns) {
  if (row.heading !== undefined) return { heading: escaped(row.heading) };
  const [{ key: nameKey }] = columns;
  const texts = { kinds: row.tones || {}, bar: row.bar };
  for (const { key, isSoft, short } of columns) {
    if (short) texts[short] = textOf(row.cells[short] ?? '');
    const cell = row.cells[key] ?? '';
    texts[key] = key === nameKey && typeof cell === 'string' ? label(cell) : starred(cell, textOf(cell));
    const tone = cell.tone || (isSoft ? 'faint' : '');
    if (tone) texts.kinds = { ...texts.kinds, [key]: tone };
  }
  if (row.instead !== undefined) texts.instead = textOf(row.instead);
  return texts;
}

/** Aligns numbers of a column by their units; a star marks strong cells. */
function alignUnits(rows, columns) {
  for (const { key, isNumber } of columns) {
    const filled = isNumber ? rows.filter((row) => row[key]) : [];
    unitsAligned(filled.map((row) => row[key])).forEach((text, i) => { filled[i][key] = text; });
    if (!filled.some((row) => row[key].endsWith(' *'))) continue;
    for (const row of filled) if (!row[key].endsWith(' *')) row[key] += '  ';
  }
}

function bar(length, longest) {
  if (!(length > 0) || longest < 1) return '';
  return length > longest ? `${'>'.repeat(longest - 1)}+` : '>'.repeat(length);
}

/** Bars if there is room for the longest one, or for the baseline's. */
function barsBehind(rows, baseLength) {
  const longest = max(0, ...rows.map((row) => row.bar || 0));
  const needed = min(longest, max(1, baseLength));
  return (row, room) => (needed > 0 && room >= needed ? bar(row.bar, min(room, BAR_LIMIT)) : '');
}

const keysOf = (columns, from, to) => columns.filter(({ drop }) => drop >= from && drop < to)
  .sort((a, b) => a.drop - b.drop).map(({ key }) => key);

/** Parts of a table that fit the width: the fixed columns and as many further ones as fit. */
function shelvesOf({ columns, isShelved, fixed = 1 }, widths, room) {
  if (!isShelved || !(room > 0)) return [columns];
  const used = (shelf) => shelf.reduce((sum, column) => sum + widths.get(column) + 2, -2);
  const first = columns.slice(0, fixed);
  const shelves = [];
  for (const column of columns.slice(fixed)) {
    const last = shelves[shelves.length - 1];
    if (last && used([...last, column]) <= room) last.push(column);
    else shelves.push([...first, column]);
  }
  return shelves.length > 0 ? shelves : [first];
}

function tableLines(table, { columns: room, hasColours = false } = {}) {
  const { isPlain = false } = table;
  const columns = table.columns.filter(isShown);
  const rows = table.rows.map((row) => textsOf(row, columns));
  const figures = rows.filter(({ heading, instead }) => heading === undefined && instead === undefined);
  if (!isPlain) alignUnits(figures, columns);
  const widths = new Map(columns.map((column) => (
    [column, max(column.title.length, ...figures.map((row) => (row[column.key] || '').length))])));
  return shelvesOf({ ...table, columns }, widths, room).flatMap((shelf, i) => {
    const layout = shelf.map(({ key, title, isNumber, least, short }) => (
      { key, title: ascii(title), toTheRight: isNumber, least, short }));
    const paint = createPaint(hasColours);
    const [titles, ...lines] = tableOf(layout, rows, {
      columns: room, first: keysOf(shelf, 0, 5), next: keysOf(shelf, 5, 10), spare: keysOf(shelf, 10, Infinity),
      whole: WHOLE_NAME, shortest: SHORTEST_NAME, kept: table.kept, paint, isPlain,
      gaps: isPlain ? [1, 1] : undefined,
      tail: barsBehind(figures, table.barOfBaseline || 0), tailOf: table.tailOf,
    });
    const below = (line, row) => [line, ...(row.below ? row.below(room) : []).map((one) => paint('faint', one))];
    return [...(i > 0 ? [''] : []), titles, ...lines.flatMap((line, k) => below(line, table.rows[k]))];
  });
}

const noteLine = ({ name, text, isBelow }) => (isBelow ? '  ' : '') + (name ? `${label(name)}: ` : '') + escaped(text);

const BLOCKS = {
  table: (block, screen) => tableLines(block, screen),
  notes: ({ items, most = Infinity, more }) => firstOf(items.map(noteLine), most, more),
  facts: ({ pairs }) => pairs.filter(([, value]) => value).map(([name, value]) => `${label(name)}: ${textOf(value)}`),
  failures: failuresLines,
  lines: ({ lines, linesFor }, { columns }) => lines || linesFor(columns),
  remark: ({ text }) => [escaped(text)],
  heading: ({ text }) => [escaped(text)],
  figure: () => [],
  details: () => [],
};

/** Lines below the tables: notes, then the answer, because readers see the last line first. */
function notesOf({ blocks: all, answer = [], gate }, screen) {
  const blocks = all.filter(isShown);
  const below = blocks.slice(blocks.findLastIndex(isTable) + 1);
  return [
    ...below.flatMap((block) => BLOCKS[block.type](block, screen)),
    ...answer.map(escaped), ...(gate ? [gate.line] : []),
  ].flatMap((line) => wrapped(line, screen.columns));
}

/** Blocks up to the last table, with an empty line before each table or similar block. */
function blocksOf({ blocks: all }, screen) {
  const blocks = all.filter(isShown);
  const above = blocks.slice(0, blocks.findLastIndex(isTable) + 1);
  const lines = [];
  for (const block of above) {
    const own = BLOCKS[block.type](block, screen);
    if (isTable(block) && own.length > 0 && lines.length > 0) lines.push('');
    lines.push(...(block.type === 'table' ? own : own.flatMap((line) => wrapped(line, screen.columns))));
  }
  return lines;
}

function sectionLines(section, screen, hasHeading = false) {
  const { heading, head, isCompact } = section;
  const above = blocksOf(section, screen);
  const notes = notesOf(section, screen);
  const paint = createPaint(screen.hasColours);
  const title = heading && (screen.columns > 0 ? cutInside(escaped(heading), screen.columns) : escaped(heading));
  return [
    ...(title && hasHeading ? [paint('bold', title)] : []),
    ...(head ? head(screen.columns).flatMap((line) => wrapped(line, screen.columns)) : []), ...above,
    ...(above.length > 0 && notes.length > 0 && !isCompact ? [''] : []), ...notes,
  ];
}

/** @param {import('./report').Report} report */
function toTerminal({ sections }, screen = {}) {
  const shown = sections.filter(({ depth }) => depth === undefined);
  const lines = shown.map((section) => sectionLines(section, screen, shown.length > 1));
  return lines.filter((own) => own.length > 0).map((own) => `${own.join('\n')}\n`).join('\n');
}

module.exports = { toTerminal, sectionLines, tableLines, notesOf };
