'use strict';

/* Fits how the time of a test grows with each numeric parameter, with the other parameters fixed. */

const { complexity, complexitiesWithConstant, isClear } = require('../../base/stats/complexity');
const { hasSpeed } = require('../../base/text/verdict-words');

// With 3 % of noise, three points make a wrong function clear in under 2 of 100 cases, unless most of the time is a
// constant, which is then reported. A fit with a constant needs a fourth point: nearly every function fits three.
const FEWEST = 3;
const FEWEST_WITH_CONSTANT = 4;

const fitOf = ({ name, coefficient, constant = null, error }) => (
  { name, coefficientNs: coefficient, constantNs: constant, error });

const growthOfFits = (fits) => ({
  best: fitOf(fits[0]), runnerUp: fits.length > 1 ? fitOf(fits[1]) : null, isClear: fits.length > 1 && isClear(fits),
  withConstant: null,
});

/**
 * Null for too few sizes, or { best, runnerUp, isClear, withConstant (null if another is clear) } with fits { name,
 * coefficientNs, constantNs, error }. Sizes are above 1: at 1 a logarithm is 0.
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

/** Puts { parameter, fixed (values of the other ones), ...fitGrowth() } into rows, for each parameter with a fit. */
function putGrowth(rows) {
  const parameters = rows.length && rows[0].params ? Object.keys(rows[0].params) : [];
  for (const parameter of parameters) {
    for (const { fixed, rows: own } of seriesOf(rows, parameter)) {
      const measured = own.filter((row) => row.nsPerCall > 0 && hasSpeed(row) && row.params[parameter] > 1);
      const fit = fitGrowth(
        measured.map(({ params }) => params[parameter]), measured.map(({ nsPerCall }) => nsPerCall));
      if (!fit) continue;
      const growth = { parameter, fixed, ...fit };
      for (const row of own) row.growth = [...(row.growth || []), growth];
    }
  }
  return rows;
}

module.exports = { putGrowth, fitGrowth };
