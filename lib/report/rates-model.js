'use strict';

/*
 * One shape for what is drawn: files, in each its configurations, in each the rates of all sides. It comes from a
 * comparison of rates or from a rates document.
 */

const { boxOf } = require('./chart/box');
const { visible } = require('./chart/markup');
const { LARGEST } = require('./chart/scale');
const { shareParameters } = require('./shared-parameters');
const { groupedBy } = require('../text/grouped-by');

/** What stands for a list of rates in a plot of its kind. */
const centreOf = ({ mean: average, median }, kind) => (kind === 'bars' ? average : median);

/** The first line of an error. */
function wordsOfError({ message }) {
  const first = message.split(/\r\n|\n|\r/).find((one) => one.trim());
  return first ? visible(first) : 'failed';
}

/**
 * @returns {{ box: object|null, state: 'measured'|'failed'|'missing', failure: string, failed: number }} failed: runs
 *   that have no rate
 */
function sideOf(side) {
  if (side === null) return { box: null, state: 'missing', failure: '', failed: 0 };
  const { rates, error, errors } = side;
  // Rates that an axis can hold; none is below 0.
  const values = rates.filter((value) => value >= 0 && value <= LARGEST);
  const failed = errors.length;
  if (values.length > 0) return { box: boxOf(values), state: 'measured', failure: '', failed };
  return { box: null, state: 'failed', failure: wordsOfError(error || errors[0] || { message: '' }), failed };
}

/** Rows of one file each, in order of their first one. */
function byFile(rows) {
  return [...groupedBy(rows, ({ file }) => file)].map(([file, own]) => {
    const { shared, rest } = shareParameters(own.map(({ name }) => name));
    return { file, shared, rows: own.map((row, i) => ({ ...row, label: rest[i] })) };
  });
}

/** Of files that could not be run at all. */
const failureOf = ({ side, file, error }) =>
  `${visible(file)} could not be run${side !== 'this' ? ` by ${visible(side)}` : ''}: ${wordsOfError(error)}`;

function modelOf({ sides, failures, complete }, rows) {
  return {
    sides: sides.map(({ label, source }, i) => (
      { label: visible(label || `side ${i + 1}`), source: source && source !== label ? visible(source) : '' })),
    files: byFile(rows), failures: failures.map(failureOf), isComplete: complete,
  };
}

/** @param {object} comparison whose tests[].sides[] have rates, and whose changes[] may have welch */
const modelOfComparison = (comparison) => modelOf(comparison, comparison.tests.map(({ file, name, sides, changes }) => (
  { file, name, sides: sides.map(sideOf), changes: [{}, ...changes.map(({ welch }) => welch || {})] })));

/** @param {object} rates a rates document */
const modelOfRates = (rates) => modelOf(rates, rates.configurations.map(({ file, configuration, sides }) => (
  { file, name: configuration, sides: sides.map(sideOf), changes: sides.map(() => ({})) })));

module.exports = { modelOfComparison, modelOfRates, centreOf };
