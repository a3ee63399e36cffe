'use strict';

/*
 * One shape for what is drawn: files, in each its configurations, in each the rates of all sides. It comes from a
 * comparison of rates or from a rates document; either may have been read from a file, and lack anything.
 */

const { known, list, object, textual } = require('../html/known');
const { wordsOfError } = require('./error-words');
const { boxOf } = require('./box-statistics');
const { shareParameters } = require('./shared-parameters');
const { visible } = require('./text-width');

/** Rates that an axis can hold; none is below 0. */
const ratesOf = (values) => list(values).filter((value) => known(value) !== null && value >= 0);

/**
 * @returns {{ box: object|null, state: 'measured'|'failed'|'missing', failure: string, failed: number }} failed: runs that have no rate
 */
function sideOf(side) {
  if (side === null || side === undefined) return { box: null, state: 'missing', failure: '', failed: 0 };
  const { rates, error, errors } = object(side);
  const values = ratesOf(rates);
  const first = error || list(errors)[0];
  if (values.length === 0) return { box: null, state: 'failed', failure: wordsOfError(first), failed: list(errors).length };
  return { box: boxOf(values), state: 'measured', failure: '', failed: list(errors).length };
}

/** Rows of one file each, in order of their first one. */
function byFile(rows) {
  const files = new Map();
  for (const row of rows) {
    if (!files.has(row.file)) files.set(row.file, []);
    files.get(row.file).push(row);
  }
  return [...files].map(([file, own]) => {
    const { shared, rest } = shareParameters(own.map(({ name }) => name));
    return { file, shared, rows: own.map((row, i) => ({ ...row, label: rest[i] })) };
  });
}

const nameOf = (name) => (typeof name === 'string' ? name : textual(name) || '');
const labelOf = (side, i) => visible(textual(object(side).label) || `side ${i + 1}`);
const sidesOf = (sides) => list(sides).map((side, i) => ({ label: labelOf(side, i), source: visible(textual(object(side).source) || '').replace(/^''$/, '') }));

/** Of files that could not be run at all. */
function failuresOf(failures) {
  return list(failures).map(object).map(({ side, file, error }) => `${visible(nameOf(file))} could not be run` +
    `${textual(side) && side !== 'this' ? ` by ${visible(side)}` : ''}: ${wordsOfError(error)}`);
}

function modelOf(document, rows) {
  const { sides, failures, complete } = object(document);
  return { sides: sidesOf(sides), files: byFile(rows), failures: failuresOf(failures), isComplete: complete !== false };
}

/** @param {object} comparison whose tests[].sides[] have rates, and whose changes[] may have welch */
function modelOfComparison(comparison) {
  const many = list(object(comparison).sides).length;
  return modelOf(comparison, list(object(comparison).tests).map(object).map(({ file, name, sides, changes }) => ({
    file: nameOf(file),
    name: nameOf(name),
    sides: Array.from({ length: many }, (_, i) => sideOf(list(sides)[i])),
    changes: Array.from({ length: many }, (_, i) => (i === 0 ? {} : object(object(list(changes)[i - 1]).welch))),
  })));
}

/** @param {object} rates a rates document */
function modelOfRates(rates) {
  const many = list(object(rates).sides).length;
  return modelOf(rates, list(object(rates).configurations).map(object).map(({ file, configuration, sides }) => ({
    file: nameOf(file),
    name: nameOf(configuration),
    sides: Array.from({ length: many }, (_, i) => sideOf(list(sides)[i])),
    changes: Array.from({ length: many }, () => ({})),
  })));
}

module.exports = { modelOfComparison, modelOfRates };
