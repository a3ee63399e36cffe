'use strict';

/* How the times of tests grow with a parameter, below the table. */

const { escaped, label } = require('../text/display');
const { growthSentence } = require('./growth-words');
const { groupedName, paramsText, varying } = require('./row-groups');

/** A test with what the growth of its times stands on besides: 'concat type="a"', 'sort: concat' */
function growthName(row, { fixed }, varies) {
  const rest = paramsText(fixed || {}, varies);
  return label(groupedName(row)) + (rest && ` ${rest}`);
}

/** Growth is the same in all rows that it is of: each line is said once. */
function growthLines(rows) {
  const varies = varying(rows);
  return [...new Set(rows.flatMap((row) => (row.growth || []).map((growth) => (
    `${growthName(row, growth, varies)}: ${escaped(growthSentence(growth, label(growth.parameter)))}`))))];
}

module.exports = { growthLines };
