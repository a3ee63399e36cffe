'use strict';

/*
 * The decisions of a page's script: which rows appear, and in which order. Each function goes into the page as its
 * text, see script.js, so it can only use functions of this file.
 */

/** The sort keys of a row, from its attribute: '134.2 - 3' is 134.2, nothing, 3. */
function valuesOf(text) {
  return text.split(' ').map((word) => (word === '' || word === '-' ? null : Number(word)));
}

/** The effect of the next click on a heading: rising, falling, original order. */
function nextDirection(direction) {
  if (direction === 'ascending') return 'descending';
  return direction === 'descending' ? 'none' : 'ascending';
}

function compared(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a - b;
}

/**
 * @param {Array<{ name: string, values: Array<number|null> }>} rows in the original order
 * @param {number|'name'} column of the values, or the name
 * @param {'ascending'|'descending'|'none'} direction
 * @returns {object[]} stable; rows without a value are last in both directions
 */
function sortedRows(rows, column, direction) {
  if (direction === 'none') return rows.slice();
  const valueOf = ({ name, values }) => (column === 'name' ? name : values[column] ?? null);
  const hasValue = (row) => valueOf(row) !== null;
  const sign = direction === 'descending' ? -1 : 1;
  const told = rows.filter(hasValue).sort((a, b) => sign * compared(valueOf(a), valueOf(b)));
  return told.concat(rows.filter((row) => !hasValue(row)));
}

function wordsIn(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** An empty list of words or verdicts matches everything. */
function isShown({ group, name, verdicts }, filter) {
  const text = (group + ' ' + name).toLowerCase();
  const hasVerdict = filter.verdicts.length === 0 || verdicts.some((verdict) => filter.verdicts.includes(verdict));
  return hasVerdict && filter.words.every((word) => text.includes(word));
}

function countedVerdicts(rows) {
  const counts = new Map();
  for (const verdict of rows.flatMap(({ verdicts }) => verdicts)) counts.set(verdict, (counts.get(verdict) || 0) + 1);
  return counts;
}

function countWords(shown, all, one) {
  const noun = all === 1 ? one : one + 's';
  return shown === all ? all + ' ' + noun : shown + ' of ' + all + ' ' + noun;
}

module.exports = { valuesOf, nextDirection, compared, sortedRows, wordsIn, isShown, countedVerdicts, countWords };
