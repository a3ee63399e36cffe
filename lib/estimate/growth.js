'use strict';

/*
 * How the time of a test grows with its parameters: for each with numbers, the others held as they are.
 */

const { complexity, complexitiesWithConstant, isClear } = require('../stats/complexity');
const { hasSpeed } = require('../text/verdict-words');

/*
 * Three points are near to one of the functions alone only where that is right: of times with 3 % of noise a wrong one
 * is clear in under 2 of 100 cases, unless most of the time is a constant, which is then told. With an unknown
 * constant before it nearly every function goes through three points, and of four the same holds.
 */
const FEWEST = 3;
const FEWEST_WITH_CONSTANT = 4;

const fitOf = ({ name, coefficient, constant = null, error }) => (
  { name, coefficientNs: coefficient, constantNs: constant, error }
);

function growthOfFits([best, runnerUp = null]) {
  const isSure = runnerUp !== null && isClear([best, runnerUp]);
  return { best: fitOf(best), runnerUp: runnerUp && fitOf(runnerUp), isClear: isSure, withConstant: null };
}

/**
 * The function that comes nearest. By itself, or else after a constant, where that is clear.
 *
 * @param {number[]} sizes above 1, different ones: at 1 a logarithm is 0, and what is measured there is all that does
 *   not grow
 * @param {number[]} times in ns, above 0
 * @returns {{ best, runnerUp, isClear, withConstant }|null} null for too few. best, runnerUp and withConstant { name,
 *   coefficientNs, constantNs, error }; withConstant: where nothing is clear, the nearest after a constant, or null
 */
function fitGrowth(sizes, times) {
  if (sizes.length < FEWEST) return null;
  const alone = complexity(sizes, times);
  if (isClear(alone) || sizes.length < FEWEST_WITH_CONSTANT) return growthOfFits(alone);
  const fits = complexitiesWithConstant(sizes, times);
  if (fits.length === 0 || !(fits[0].error < alone[0].error)) return growthOfFits(alone);
  const growth = growthOfFits(fits);
  return growth.isClear ? growth : { ...growthOfFits(alone), withConstant: fitOf(fits[0]) };
}

/** Rows of one test that differ in this parameter alone, by what they have in common. */
function seriesOf(rows, parameter) {
  const series = new Map();
  for (const row of rows) {
    const { test, group, params, tier, isCold } = row;
    if (!params || typeof params[parameter] !== 'number') continue;
    const fixed = { ...params };
    delete fixed[parameter];
    const key = JSON.stringify([group, test, tier, isCold, fixed]);
    if (!series.has(key)) series.set(key, { fixed, rows: [] });
    series.get(key).rows.push(row);
  }
  return [...series.values()];
}

const hasTime = (row) => row.nsPerCall > 0 && hasSpeed(row);

/**
 * Puts `growth` into rows: a list { parameter, fixed, best, runnerUp, isClear, withConstant }, one for each parameter
 * with three numbers above 1 or more; fixed: the values of the others. It is the same on all rows that a fit is made
 * of.
 *
 * @param {object[]} rows
 * @returns {object[]} the same
 */
function putGrowth(rows) {
  const parameters = rows.length && rows[0].params ? Object.keys(rows[0].params) : [];
  for (const parameter of parameters) {
    for (const { fixed, rows: own } of seriesOf(rows, parameter)) {
      const told = own.filter((row) => hasTime(row) && row.params[parameter] > 1);
      const fit = fitGrowth(told.map(({ params }) => params[parameter]), told.map(({ nsPerCall }) => nsPerCall));
      if (!fit) continue;
      const growth = { parameter, fixed, ...fit };
      for (const row of own) row.growth = [...(row.growth || []), growth];
    }
  }
  return rows;
}

module.exports = { putGrowth, fitGrowth };
