'use strict';

/*
 * What the script of a page sorts the rows of a table by: headings tell which of the values of a row is theirs, rows
 * have the values of all such headings, as numbers, whatever their cells say.
 */

const { markup } = require('../chart/markup');

const DIGITS = 7;

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/**
 * The headings of all columns.
 * @param {Array<{ title, unit?: string, value?: 'name'|function }>} columns those with a value can be sorted by it
 */
function headCells(columns) {
  let place = 0;
  return columns.map(({ title, unit, value }) => {
    const column = value === 'name' ? value : value && `${place++}`;
    const attributes = [unit && markup` class="${unit}"`, column && markup` data-sort="${column}"`];
    return markup`<th scope="col"${attributes}>${title}</th>`;
  });
}

/** The attribute of the first row of a test, with its values in the columns that have any. */
function valuesOfRow(columns, row) {
  const values = columns.filter(({ value }) => typeof value === 'function').map(({ value }) => value(row));
  return markup` data-sort="${values.map((value) => (isNumber(value) ? +value.toPrecision(DIGITS) : '-')).join(' ')}"`;
}

module.exports = { headCells, valuesOfRow };
