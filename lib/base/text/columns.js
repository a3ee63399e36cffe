'use strict';

/* Tables and sentences that fit a terminal. A narrow one omits columns in a given order, then cuts names. */

const { cutInside, padEnd, padStart, truncate, width } = require('./display');

const { max, min } = Math;
const MOST_OTHERS = 3;
const BETWEEN_WORDS = / (?!%|(?<=\d )(?:[num]?s|min|h)\b)/; // keeps a number and its unit on one line

/*
 * A column has a key (of the rows' texts), a title, toTheRight, and may have: least: its least width, without which a
 * column that is empty in all rows is omitted; short: key of shorter texts, which replace the column before it is
 * omitted.
 *
 * A room may have: columns: of the terminal; first: keys of columns that are omitted before any name is cut, in this
 * order; next: keys omitted after that, before names of up to `whole` columns are cut; spare: keys omitted last,
 * before names are cut to less than `shortest` columns, or `kept` if that is more (half a terminal by default, because
 * cut names often look the same). If the rest is still too wide, names are cut to the smaller of both, so that the
 * last column, a verdict, is whole; gaps: blanks between columns, least and preferred.
 */

/** The first column of the layout holds names, which are cut. left: columns of the terminal to the right of `shown` */
function fitted(layout, rows, room) {
  const { columns, first = [], next = [], whole, spare = [], shortest = 1, kept, gaps: [least, most] = [1, 2] } = room;
  const sized = (column, key = column.key) => {
    const widest = rows.reduce((size, row) => max(size, width(row[key] || '')), 0);
    const { title, least: own = 0 } = column;
    return { ...column, key, size: widest > 0 || own > 0 ? max(widest, width(title), own) : 0 };
  };
  let shown = layout.map((column) => sized(column)).filter(({ size }) => size > 0);
  const name = shown.find(({ key }) => key === layout[0].key) || { size: 0 };
  const used = (gap) => shown.reduce((sum, { size }) => sum + size + gap, -gap);
  if (!(columns > 0)) return { shown, gap: most, left: Infinity };
  const reduce = (wanted) => {
    const column = layout.find(({ key }) => key === wanted) || {};
    const shorter = column.short ? [sized(column, column.short)].filter(({ size }) => size > 0) : [];
    shown = shown.flatMap((one) => (one.key === wanted ? shorter : [one]));
  };
  for (const key of first) if (used(least) > columns) reduce(key);
  for (const key of next) if (used(least) - max(0, name.size - whole) > columns) reduce(key);
  const cuttable = max(0, name.size - max(shortest, kept || columns >> 1));
  for (const key of spare) if (used(least) - cuttable > columns) reduce(key);
  name.size -= max(0, min(name.size - min(shortest, kept || shortest), used(least) - columns));
  const gap = used(most) <= columns ? most : least;
  return { shown, gap, left: columns - used(gap) };
}

/**
 * rows: key -> text; `heading` replaces all columns, `instead` all but the name; `kinds`: colours by key. room: also
 * paint(kind, text); tail(row, columns): text after them, if `tailOf` is shown; isPlain: not aligned, for programs.
 */
function formatTable(layout, rows, room) {
  const { columns, paint = (_, text) => text, tail = () => '', tailOf = layout[0].key, isPlain = false } = room;
  const limited = (text) => (columns > 0 ? truncate(text, columns) : text);
  const { shown, gap, left } = fitted(layout, rows.filter(({ heading }) => heading === undefined), room);
  const behindAll = shown.some(({ key }) => key === tailOf) ? left - gap : 0;
  const titles = Object.fromEntries(shown.map(({ key, title }) => [key, title]));

  function lineOf(row) {
    if (row.heading !== undefined) return paint('bold', limited(row.heading));
    const own = row.instead ? shown.slice(0, 1) : shown;
    const texts = own.map(({ key, size }) => (key === layout[0].key ? cutInside : truncate)(row[key] || '', size));
    const cells = isPlain ? texts : texts.map((text, i) => (own[i].toTheRight ? padStart : padEnd)(text, own[i].size));
    const behind = row.instead || (isPlain ? '' : tail(row, behindAll));
    const blanks = ' '.repeat(gap);
    const ofColumns = own.map(({ key }, i) => ({ key, text: cells[i] })).filter(({ text }) => text || !isPlain);
    const parts = behind ? [...ofColumns, { key: row.instead ? 'instead' : 'tail', text: behind }] : ofColumns;
    const line = limited(parts.map(({ text }) => text).join(blanks).replace(/ +$/, ''));
    return row.kinds ? paintedLine(line, row, parts, blanks) : line;
  }

  /** Blanks stay uncoloured, so that the end of a line can be trimmed. */
  function paintedLine(line, { kinds }, parts, blanks) {
    let painted = '';
    let at = 0;
    for (const { key, text } of parts) {
      const part = line.slice(at, at + text.length);
      const trimmed = part.trim();
      painted += trimmed && kinds[key] ? part.replace(trimmed, () => paint(kinds[key], trimmed)) : part;
      at += text.length;
      painted += line.slice(at, at + blanks.length);
      at += blanks.length;
    }
    return painted + line.slice(at);
  }

  return [titles, ...rows].map(lineOf);
}

function startOf(text, columns) {
  // The two blanks are always cut, with a mark that can be removed.
  return truncate(`${text}  `, columns + 1).slice(0, -1) || [...text][0];
}

/** Wraps a line. Further lines are indented, and words that are too long are broken. */
function wrapLine(line, columns) {
  if (!(columns > 0) || width(line) <= columns) return [line];
  const [start] = /^ */.exec(line);
  const indent = ' '.repeat(min(start.length, columns >> 2)); // leaves most of a narrow terminal for the text
  const next = `${indent}${columns >= 12 ? '  ' : ''}`;
  const lines = [];
  let current = indent;
  let used = indent.length;
  let isEmpty = true;
  const close = () => {
    lines.push(current.trimEnd());
    current = next;
    used = next.length;
    isEmpty = true;
  };
  for (let word of line.slice(start.length).split(BETWEEN_WORDS)) {
    let size = width(word);
    if (!isEmpty && used + 1 + size > columns && (size <= columns - next.length || columns - used < 8)) close();
    while (used + (isEmpty ? 0 : 1) + size > columns) {
      const kept = startOf(word, columns - used - (isEmpty ? 0 : 1));
      current += (isEmpty ? '' : ' ') + kept;
      close();
      word = word.slice(kept.length);
      // Measuring a message of 10 kB for each line would be slow.
      size -= width(kept);
    }
    current += (isEmpty ? '' : ' ') + word;
    used += (isEmpty ? 0 : 1) + size;
    isEmpty = false;
  }
  if (!isEmpty) lines.push(current.trimEnd());
  return lines;
}

/** Pads numbers without a unit if other numbers have one, so that digits are aligned. */
function padUnits(texts) {
  const hasUnit = (text) => / [A-Za-z](\/s)?$/.test(text);
  const aligned = (text) => (hasUnit(text) ? text : text.replace(/^[\d.-]+(?=(\/s)?$)/, '$&  '));
  return texts.some(hasUnit) ? texts.map(aligned) : texts;
}

/** 'a, b and c' */
const listAll = (names) => [...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ');

/** 'a, b, c and 4 more' */
function listNames(names, most) {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

const alsoText = (names) => (names.length ? ` (also: ${listNames(names, MOST_OTHERS)})` : '');

const limitLines = (lines, most, more = 'more') => (
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} ${more}`] : lines);

const COLOURS = {
  faster: 32, 'looks-faster': 32, slower: 31, 'looks-slower': 31, failed: 31, regression: 31, unresolved: 33,
  faint: 2, bold: 1, fastest: '1;32', bar: 34,
};

/** Returns paint(kind, text); kind: a verdict, 'faint' or 'bold' */
const createPaint = (hasColours) => (kind, text) => {
  const colour = hasColours && COLOURS[kind];
  return colour ? `\u001b[${colour}m${text}\u001b[0m` : text;
};

module.exports = { createPaint, formatTable, wrapLine, padUnits, listAll, listNames, alsoText, limitLines };
