'use strict';

/*
 * How the time of a test grows with its parameters: for each with numbers, the others held as they are.
 */

const { complexity, complexitiesWithConstant, isClear } = require('../stats/complexity');
const { hasSpeed } = require('../text/verdict-words');

// Captured at load, because a measured test may change them.
const { stringify } = JSON;
const { keys } = Object;

/*
 * Three points are near to one of the functions alone only where that is right: of times with 3 % of noise a wrong one
 * is clear in under 2 of 100 cases, unless most of the time is a constant, which is then told. With an unknown
 * constant before it nearly every function goes through three points, and of four the same holds.
 */
const FEWEST = 3;
const FEWEST_WITH_CONSTANT = 4;

const told = ({ name, coefficient, constant = null, error }) => ({ name, coefficientNs: coefficient, constantNs: constant, error });

const growthOfFits = (fits) => ({ best: told(fits[0]), runnerUp: fits.length > 1 ? told(fits[1]) : null, isClear: fits.length > 1 && isClear(fits), withConstant: null });

/**
 * The function that comes nearest. By itself, or else after a constant, where that is clear.
 *
 * @param {number[]} sizes above 1, different ones: at 1 a logarithm is 0, and what is measured there is all that does not grow
 * @param {number[]} times in ns, above 0
 * @returns {{ best, runnerUp, isClear, withConstant }|null} null for too few. best, runnerUp and withConstant { name, coefficientNs,
 *   constantNs, error }; withConstant: where nothing is clear, the nearest after a constant, or null
 */
function fitGrowth(sizes, times) {
  if (sizes.length < FEWEST) return null;
  const alone = complexity(sizes, times, { relative: true });
  if (isClear(alone) || sizes.length < FEWEST_WITH_CONSTANT) return growthOfFits(alone);
  const fits = complexitiesWithConstant(sizes, times);
  if (fits.length === 0 || !(fits[0].error < alone[0].error)) return growthOfFits(alone);
  const growth = growthOfFits(fits);
  return growth.isClear ? growth : { ...growthOfFits(alone), withConstant: told(fits[0]) };
}

/** Rows of one test that differ in this parameter alone, by what they have in common. */
function seriesOf(rows, parameter) {
  const series = {};
  for (let i = 0; i < rows.length; i++) {
    const { test, params, tier, isCold } = rows[i];
    if (!params || typeof params[parameter] !== 'number') continue;
    const fixed = { ...params };
    delete fixed[parameter];
    const key = `of ${stringify([test, tier, isCold, fixed])}`;
    if (!series[key]) series[key] = { fixed, rows: [] };
    series[key].rows[series[key].rows.length] = rows[i];
  }
  return series;
}

const hasTime = (row) => row.nsPerCall > 0 && hasSpeed(row);

/**
 * Puts `growth` into rows: a list { parameter, fixed, best, runnerUp, isClear, withConstant }, one for each parameter with three numbers
 * above 1 or more; fixed: the values of the others. It is the same on all rows that a fit is made of.
 *
 * @param {object[]} rows
 * @returns {object[]} the same
 */
function putGrowth(rows) {
  const parameters = rows.length && rows[0].params ? keys(rows[0].params) : [];
  for (let p = 0; p < parameters.length; p++) {
    const series = seriesOf(rows, parameters[p]);
    for (const key in series) {
      const { fixed, rows: own } = series[key];
      const sizes = [];
      const times = [];
      for (let i = 0; i < own.length; i++) {
        if (!hasTime(own[i]) || !(own[i].params[parameters[p]] > 1)) continue;
        sizes[sizes.length] = own[i].params[parameters[p]];
        times[times.length] = own[i].nsPerCall;
      }
      const fit = fitGrowth(sizes, times);
      if (!fit) continue;
      const growth = { parameter: parameters[p], fixed, ...fit };
      for (let i = 0; i < own.length; i++) {
        if (!own[i].growth) own[i].growth = [];
        own[i].growth[own[i].growth.length] = growth;
      }
    }
  }
  return rows;
}

module.exports = { putGrowth, fitGrowth };
