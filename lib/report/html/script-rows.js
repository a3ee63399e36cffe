'use strict';

/*
 * What the script of a page decides: which rows are shown, and in which order. Each function goes into the page as its
 * text, see script.js, so it uses nothing from outside but the others of this file.
 */

/** The numbers that a row is sorted by, from its attribute: '134.2 - 3' is 134.2, nothing, 3. */
function valuesOf(text) {
  return text.split(' ').map((word) => (word === '' || word === '-' ? null : Number(word)));
}

/** What a next click on a heading does: rising, falling, as it was. */
function nextDirection(direction) {
  if (direction === 'ascending') return 'descending';
  return direction === 'descending' ? 'none' : 'ascending';
}

/** Of two values or two names: below 0 where the first comes first. */
function compared(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a - b;
}

/**
 * @param {Array<{ name: string, values: Array<number|null> }>} rows in the order that the page was made with
 * @param {number|'name'} column of the values, or the name
 * @param {'ascending'|'descending'|'none'} direction
 * @returns {object[]} in the order to show; equal rows stay in theirs, those without a value are last both ways
 */
function sortedRows(rows, column, direction) {
  if (direction === 'none') return rows.slice();
  const valueOf = ({ name, values }) => (column === 'name' ? name : values[column] ?? null);
  const hasValue = (row) => valueOf(row) !== null;
  const sign = direction === 'descending' ? -1 : 1;
  const told = rows.filter(hasValue).sort((a, b) => sign * compared(valueOf(a), valueOf(b)));
  return told.concat(rows.filter((row) => !hasValue(row)));
}

/** The words to look for, in small letters. */
function wordsIn(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * @param {{ group: string, name: string, verdicts: string[] }} row
 * @param {{ words: string[], verdicts: string[] }} filter nothing in a list asks for nothing
 */
function isShown({ group, name, verdicts }, filter) {
  const text = (group + ' ' + name).toLowerCase();
  const hasVerdict = filter.verdicts.length === 0 || verdicts.some((verdict) => filter.verdicts.includes(verdict));
  return hasVerdict && filter.words.every((word) => text.includes(word));
}

/** Verdict -> how many rows have it, in the order of their first rows. */
function countedVerdicts(rows) {
  const counts = new Map();
  for (const verdict of rows.flatMap(({ verdicts }) => verdicts)) counts.set(verdict, (counts.get(verdict) || 0) + 1);
  return counts;
}

/** '12 of 200 tests', '1 test' */
function countWords(shown, all, one) {
  const noun = all === 1 ? one : one + 's';
  return shown === all ? all + ' ' + noun : shown + ' of ' + all + ' ' + noun;
}

module.exports = { valuesOf, nextDirection, compared, sortedRows, wordsIn, isShown, countedVerdicts, countWords };
