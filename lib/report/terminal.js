'use strict';

/* A report as lines of a terminal: nothing wider than the screen, the answer last. */

const { maxOf } = require('../base/stats/sample');
const { createPaint, limitLines, formatTable, padUnits, wrapLine } = require('../base/text/columns');
const { cutInside, escaped, label } = require('../base/text/display');
const { ascii } = require('../base/text/numbers');
const { failuresLines } = require('./report');
const { format } = require('./values');

const { floor, max, min, round } = Math;

const BAR_LIMIT = 60;
const SHORTEST_BAR = 8; // of block characters, like the next
const LONGEST_BAR = 30;
const EIGHTHS = [...'▏▎▍▌▋▊▉'];
const SHORTEST_NAME = 12;
const WHOLE_NAME = 20; // names are cut to this width before a column is left out

/**
 * @typedef {{ columns?: number, hasColours?: boolean, isUtf8?: boolean, hasBlocks?: boolean }} Screen
 *   columns: maximum width of a line; without isUtf8, signs are replaced by ASCII; hasBlocks: bars are of block
 *   characters instead of '>'
 */

const isShown = ({ only }) => only !== 'wide' && only !== 'page';
const isTable = ({ type, isTable: isLikeOne }) => type === 'table' || isLikeOne;
const starred = (cell, text) => (cell.isStrong ? `${text} *` : text);
const writer = ({ isUtf8 = false }) => (text) => escaped(isUtf8 ? text : ascii(text));

function textsOf(row, columns, write) {
  const textOf = (cell) => write(format(cell));
  if (row.heading !== undefined) return { heading: escaped(row.heading) };
  const [{ key: nameKey }] = columns;
  const texts = { kinds: row.tones || {}, bar: row.bar };
  for (const { key, isSoft, short } of columns) {
    const cell = row.cells[key] ?? '';
    if (short) texts[short] = textOf(row.cells[short] ?? '');
    texts[key] = key === nameKey && typeof cell === 'string' ? label(cell) : starred(cell, textOf(cell));
    const tone = cell.tone || (isSoft ? 'faint' : '');
    if (tone) texts.kinds = { ...texts.kinds, [key]: tone, [short]: tone };
  }
  if (row.instead !== undefined) texts.instead = textOf(row.instead);
  return texts;
}

/** Aligns numbers of a column by their units; a star marks strong cells. */
function alignUnits(rows, columns) {
  for (const { key, isNumber } of columns) {
    const filled = isNumber ? rows.filter((row) => row[key]) : [];
    padUnits(filled.map((row) => row[key])).forEach((text, i) => { filled[i][key] = text; });
    if (!filled.some((row) => row[key].endsWith(' *'))) continue;
    for (const row of filled) if (!row[key].endsWith(' *')) row[key] += '  ';
  }
}

function bar(exact, longest) {
  const length = round(exact);
  if (!(length > 0) || longest < 1) return '';
  return length > longest ? `${'>'.repeat(longest - 1)}+` : '>'.repeat(length);
}

/** Bars if there is room for the longest one, or for the baseline's. */
function barsBehind(rows, baseLength) {
  const longest = maxOf(rows.map((row) => round(row.bar) || 0), 0);
  const needed = min(longest, max(1, baseLength));
  return (row, room) => (needed > 0 && room >= needed ? bar(row.bar, min(room, BAR_LIMIT)) : '');
}

function blocks(length) {
  const whole = floor(length);
  return '█'.repeat(whole) + (EIGHTHS[floor((length - whole) * 8) - 1] || (whole > 0 ? '' : EIGHTHS[0]));
}

function blocksBehind(rows, baseLength) {
  const longest = maxOf(rows.map((row) => row.bar || 0), 0);
  return (row, room) => (
    baseLength > 0 && room >= SHORTEST_BAR && row.bar > 0 ? blocks(row.bar / longest * min(room, LONGEST_BAR)) : '');
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

/** Whether bars of block characters fit next to shorter cells only. */
function needsShort(columns, rows, { columns: room, isUtf8, hasBlocks }) {
  const widest = (key) => maxOf(rows.map((row) => (row[key] || '').length), 0);
  const widthOf = (keyOf) => columns.map((column) => [column, widest(keyOf(column))])
    .reduce((sum, [{ title }, size]) => sum + (size > 0 ? max(size, title.length) + 2 : 0), SHORTEST_BAR);
  const isWanted = isUtf8 && hasBlocks && rows.some(({ bar }) => bar > 0);
  return isWanted && widthOf(({ key }) => key) > room && widthOf(({ key, short }) => short || key) <= room;
}

function tableLines(table, screen = {}) {
  const { columns: room, hasColours = false } = screen;
  const write = writer(screen);
  const { isPlain = false } = table;
  const columns = table.columns.filter(isShown);
  const rows = table.rows.map((row) => textsOf(row, columns, write));
  const figures = rows.filter(({ heading, instead }) => heading === undefined && instead === undefined);
  if (!isPlain) alignUnits(figures, columns);
  const widths = new Map(columns.map((column) => (
    [column, maxOf(figures.map((row) => (row[column.key] || '').length), column.title.length)])));
  return shelvesOf({ ...table, columns }, widths, room).flatMap((shelf, i) => {
    const isShort = needsShort(shelf, figures, screen);
    const layout = shelf.map(({ key, title, isNumber, least, short }) => (
      { key: isShort && short ? short : key, title: write(title), toTheRight: isNumber, least, short }));
    const paint = createPaint(hasColours);
    const [titles, ...lines] = formatTable(layout, rows, {
      columns: room, first: keysOf(shelf, 0, 5), next: keysOf(shelf, 5, 10), spare: keysOf(shelf, 10, Infinity),
      whole: WHOLE_NAME, shortest: SHORTEST_NAME, kept: table.kept, paint, isPlain,
      gaps: isPlain ? [1, 1] : undefined,
      tail: (screen.isUtf8 && screen.hasBlocks ? blocksBehind : barsBehind)(figures, table.barOfBaseline || 0),
      tailOf: table.tailOf,
    });
    const isMarked = ({ key, short }) => lines.some((line, k) => (
      short && `${rows[k][short]}`.endsWith('*') && !`${rows[k][key]}`.endsWith('*') && line.includes(rows[k][short])));
    const legend = shelf.some(isMarked) ? [write('*: has a warning, explained below')] : [];
    const below = (line, row) => (
      [line, ...(row.below ? row.below(screen) : []).map((one) => paint('faint', write(one)))]);
    return [...(i > 0 ? [''] : []), titles, ...lines.flatMap((line, k) => below(line, table.rows[k])),
      ...legend];
  });
}

const noteLine = (write) => ({ name, text, isBelow }) => (
  (isBelow ? '  ' : '') + (name ? `${label(name)}: ` : '') + write(text));

const BLOCKS = {
  table: (block, screen) => tableLines(block, screen),
  notes: ({ items, most = Infinity, more }, screen) => limitLines(items.map(noteLine(writer(screen))), most, more),
  facts: ({ pairs }, screen) => pairs.filter(([, value]) => value)
    .map(([name, value]) => `${label(name)}: ${writer(screen)(format(value))}`),
  failures: failuresLines,
  lines: ({ lines, linesFor }, { columns }) => (linesFor ? linesFor(columns) : lines),
  remark: ({ text }, screen) => [writer(screen)(text)],
  heading: ({ text }, screen) => [writer(screen)(text)],
  figure: () => [],
  details: () => [],
  fold: () => [],
};

function notesOf({ blocks: all }, screen) {
  const blocks = all.filter(isShown);
  const below = blocks.slice(blocks.findLastIndex(isTable) + 1);
  return below.flatMap((block) => BLOCKS[block.type](block, screen)).flatMap((line) => wrapLine(line, screen.columns));
}

/** The answer comes last, because readers see the last line first. */
function answerOf({ answer = [], gate }, screen) {
  const paint = createPaint(screen.hasColours);
  return [...answer.map(writer(screen)), ...(gate ? [gate.line] : [])]
    .flatMap((line) => wrapLine(line, screen.columns)).map((line) => paint('bold', line));
}

/** Blocks up to the last table, with an empty line before each table or similar block. */
function blocksOf({ blocks: all }, screen) {
  const blocks = all.filter(isShown);
  const above = blocks.slice(0, blocks.findLastIndex(isTable) + 1);
  const lines = [];
  for (const block of above) {
    const own = BLOCKS[block.type](block, screen);
    if (isTable(block) && own.length > 0 && lines.length > 0) lines.push('');
    const fitting = block.type === 'table' ? own : own.flatMap((line) => wrapLine(line, screen.columns));
    for (const line of fitting) lines.push(line);
  }
  return lines;
}

/** Whether a line continues a wrapped note, which would look like a row of the table above */
const isContinued = (line) => line.startsWith('  ');

function sectionLines(section, screen, hasHeading = false) {
  const { heading, head, isCompact } = section;
  const above = blocksOf(section, screen);
  const notes = notesOf(section, screen);
  const answer = answerOf(section, screen);
  const apart = (some, others) => (some.length > 0 && others.length > 0 ? [''] : []);
  const paint = createPaint(screen.hasColours);
  const title = heading && (screen.columns > 0 ? cutInside(escaped(heading), screen.columns) : escaped(heading));
  return [
    ...(title && hasHeading ? [paint('bold', title)] : []),
    ...(head ? head(screen.columns).flatMap((line) => wrapLine(line, screen.columns)) : []), ...above,
    ...(isCompact && !notes.some(isContinued) ? [] : apart(above, notes)), ...notes,
    ...apart([...above, ...notes], answer), ...answer,
  ];
}

const readScreen = (terminal, columns = terminal.screen() ? terminal.screen().columns - 1 : undefined) => ({
  columns, hasColours: terminal.hasColours(), isUtf8: terminal.isUtf8(), hasBlocks: terminal.screen() !== null,
});

function toTerminal({ sections }, screen = {}) {
  const shown = sections.filter(({ depth }) => depth === undefined);
  const lines = shown.map((section) => sectionLines(section, screen, shown.length > 1));
  return lines.filter((own) => own.length > 0).map((own) => `${own.join('\n')}\n`).join('\n');
}

module.exports = { toTerminal, sectionLines, tableLines, readScreen };
