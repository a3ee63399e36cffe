'use strict';

/*
 * Tables and sentences that fit a terminal: where it is too narrow, columns are left out in a given order,
 * then names are cut; sentences go on in the next line.
 */

const { padEnd, padStart, truncate, width } = require('./display');

const { max, min } = Math;

/**
 * @typedef {object} Column
 * @property {string} key of the rows' texts
 * @property {string} title
 * @property {boolean} [toTheRight]
 */

/**
 * Which columns a table has room for, and how wide each is.
 *
 * @param {Column[]} layout the first holds names, which are cut
 * @param {object[]} rows key -> text
 * @param {object} room
 * @param {number} [room.columns] of the terminal, no limit where there is none
 * @param {string[]} room.spare keys of columns that can be missed, the first goes first
 * @returns {{ widths: Map<string, number>, gap: number }} key -> columns that it takes, without those left out, and
 *   the blanks between them: two where there is room for them
 */
function fitted(layout, rows, { columns, spare }) {
  const widths = new Map();
  for (const { key, title } of layout) {
    let widest = 0;
    for (const row of rows) widest = max(widest, width(row[key] || ''));
    // A column that is empty in all rows needs no title.
    if (widest > 0) widths.set(key, max(widest, width(title)));
  }
  const [{ key: name }] = layout;
  const used = (gap) => [...widths.values()].reduce((sum, one) => sum + one + gap, -gap);
  if (!(columns > 0) || used(2) <= columns) return { widths, gap: 2 };
  // Names that are cut often look the same: before one of less than half a terminal is, columns that can be missed go.
  const short = () => max(0, (widths.get(name) || 0) - (columns >> 1));
  for (const key of spare) if (used(1) - short() > columns) widths.delete(key);
  const over = used(1) - columns;
  if (over > 0 && widths.has(name)) widths.set(name, max(1, widths.get(name) - over));
  return { widths, gap: used(2) <= columns ? 2 : 1 };
}

/**
 * @param {Column[]} layout
 * @param {object[]} rows key -> text; `heading` in place of all columns; `kind` is that of painted columns
 * @param {object} room as fitted() takes it
 * @param {function(string, string): string} room.paint
 * @param {string[]} [room.painted] keys of columns that show the kind of their row
 * @returns {string[]} the titles and a line per row, none wider than the terminal
 */
function tableOf(layout, rows, room) {
  const { columns, paint, painted = [] } = room;
  const limit = columns > 0 ? columns : Infinity;
  const { widths, gap: blanks } = fitted(layout, rows.filter(({ heading }) => heading === undefined), room);
  const shown = layout.filter(({ key }) => widths.has(key));
  const titles = Object.fromEntries(layout.map(({ key, title }) => [key, title]));
  return [titles, ...rows].map((row) => {
    if (row.heading !== undefined) return paint('bold', truncate(row.heading, limit));
    let line = '';
    let left = limit;
    for (const { key, toTheRight } of shown) {
      const size = widths.get(key);
      const gap = line ? ' '.repeat(min(blanks, left)) : '';
      const text = truncate(row[key] || '', min(size, left - gap.length));
      const padded = gap + (toTheRight ? padStart : padEnd)(text, min(size, left - gap.length));
      line += painted.includes(key) && row.kind && text ? paintedCell(padded, text, row.kind, paint) : padded;
      left -= width(padded);
      if (left <= 0) break;
    }
    return line.trimEnd();
  });
}

/** Blanks stay outside of the colour, where the end of a line can be trimmed. */
function paintedCell(padded, text, kind, paint) {
  const trimmed = text.trim();
  const start = padded.indexOf(trimmed);
  return padded.slice(0, start) + paint(kind, trimmed) + padded.slice(start + trimmed.length);
}

/** As much of a text that is too long as fits, one character at the least. */
function startOf(text, columns) {
  // With two blanks behind it the end is always cut, and its mark can be taken off.
  return truncate(`${text}  `, columns + 1).slice(0, -1) || [...text][0];
}

/**
 * A line as lines of a terminal, nothing left out: they go on indented, and words that are too long are broken.
 *
 * @param {string} line
 * @param {number} [columns] no limit where there is none
 * @returns {string[]}
 */
function wrapped(line, columns) {
  if (!(columns > 0) || width(line) <= columns) return [line];
  const [start] = /^ */.exec(line);
  // What is left has to be worth a line.
  const indent = ' '.repeat(min(start.length, columns >> 2));
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
  for (let word of line.slice(start.length).split(/ (?!%)/)) {
    let size = width(word);
    if (!isEmpty && used + 1 + size > columns && (size <= columns - next.length || columns - used < 8)) close();
    while (used + (isEmpty ? 0 : 1) + size > columns) {
      const kept = startOf(word, columns - used - (isEmpty ? 0 : 1));
      current += (isEmpty ? '' : ' ') + kept;
      close();
      word = word.slice(kept.length);
      // A message of 10 kB is not measured anew in each line.
      size -= width(kept);
    }
    current += (isEmpty ? '' : ' ') + word;
    used += (isEmpty ? 0 : 1) + size;
    isEmpty = false;
  }
  if (!isEmpty) lines.push(current.trimEnd());
  return lines;
}

/** Numbers with units below each other: those without one get its place, where any has one. */
function unitsAligned(texts) {
  const hasUnit = (text) => / [A-Za-z]$/.test(text);
  return texts.some(hasUnit) ? texts.map((text) => (hasUnit(text) || !/^[\d.-]+$/.test(text) ? text : `${text}  `)) : texts;
}

/** 'a, b, c and 4 more' */
function listing(names, most) {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

module.exports = { tableOf, wrapped, unitsAligned, listing };
