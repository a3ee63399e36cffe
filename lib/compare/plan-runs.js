'use strict';

/*
 * How many runs of each side the configurations of benchmark files take where a precision is asked for: all have a
 * pilot, and from its spread the rest is planned. After the pilot a configuration is done where its difference is known
 * to the precision, or is larger than that for certain, and so need not be known as well.
 *
 * Who looks twice, and stops by what he sees, is wrong twice as often. So both looks, behind the pilot and at the end,
 * have half of the error, see PLANNED_LOOKS, and then it does not matter what the first one decides by. Where the end
 * is hangs on the spread alone.
 */

const { PILOT, RESERVE } = require('./plan');
const { tWithin } = require('../stats/distributions');
const {
  contrastOf, contrastOfPairs, degreesOfPairs, fewest, fewestRanked, ALPHA, PLANNED_LOOKS,
} = require('../stats/process-contrast');

const { exp, log, max, min, sqrt } = Math;

const isRate = (rate) => rate > 0 && rate < Infinity;

/** Whether it is certain on which side of it a ratio lies. */
const isDecided = ({ low, high }, ratio) => low > ratio || high < ratio;

/**
 * @param {object} goal
 * @param {number} goal.precision share
 * @param {number} goal.most runs of each side
 * @param {number} goal.comparisons of all configurations: whatever is said of them is right together
 * @param {number|null} [goal.maxRegression] share; a difference that it is about is not clear before it is on one side
 * @returns {{ precision: number, pilot: number, most: number, planOf: function((number[]|null)[]): Plan }} pilot: runs
 *   of each side that all configurations have; planOf: given the rates of each side, in the order of runs, null for a
 *   side that lacks the configuration; only those of the pilot are looked at
 *
 * @typedef {{ runs: number, expected: number|null }} Plan runs: of each side in all; expected: half the width of the
 *   widest interval then, as a share, null where there is nothing to compare or to know
 */
function createRunPlan({ precision, most, comparisons, maxRegression = null }) {
  const level = ALPHA / PLANNED_LOOKS / max(1, comparisons);
  const wanted = log(1 + precision);
  // With fewer the ranks could not be asked: where code lies in one of two ways, six runs are all fast and six all slow
  // in one of 2000 cases, and then there is nothing that the spread would warn of.
  const pilot = min(most, max(PILOT, fewestRanked(level)));

  const isKnown = (half) => half <= wanted;

  function isClear(interval) {
    const isBeyond = interval.low > 1 + precision || interval.high < 1 / (1 + precision);
    return isBeyond && (maxRegression === null || isDecided(interval, 1 + maxRegression));
  }

  function planOfPair(fresh, old) {
    const isTold = [old, fresh].every((rates) => rates.length > 1 && rates.every(isRate));
    if (!isTold) return { runs: most, expected: null };
    // Of rates the old ones are above: that is the ratio of times. Runs of both sides are adjacent, and so they are
    // pairs, unless some have failed.
    const arePairs = old.length === fresh.length;
    const { difference, error, df, interval } = arePairs
      ? contrastOfPairs(old.map((rate, i) => log(rate / fresh[i]))) : contrastOf(old, fresh, level);
    // Equal in each list, and not in both: that comes from a clock's steps.
    if (error === 0 && difference !== 0) return { runs: most, expected: null };
    const half = tWithin(1 - level, df) * error;
    if (isKnown(half)) return { runs: pilot, expected: exp(half) - 1 };
    if (isClear(interval(1 - level))) return { runs: pilot, expected: null };
    const one = error * sqrt(min(old.length, fresh.length)) * RESERVE;
    const degreesOf = (runs) => (arePairs ? 1 : 2) * degreesOfPairs(runs);
    const halfOf = (runs) => tWithin(1 - level, degreesOf(runs)) * one / sqrt(runs);
    const runs = fewest((count) => isKnown(halfOf(count)), pilot + 1, most);
    return { runs, expected: exp(halfOf(runs)) - 1 };
  }

  return {
    precision,
    pilot,
    most,
    planOf(sides) {
      const nothing = { runs: pilot, expected: null };
      if (pilot === most) return nothing;
      const [old, ...others] = sides.map((rates) => (rates ? rates.slice(0, pilot) : []));
      if (old.length === 0) return nothing;
      return others.filter(({ length }) => length > 0).map((fresh) => planOfPair(fresh, old)).reduce((a, b) => ({
        runs: max(a.runs, b.runs),
        expected: a.expected === null || b.expected > a.expected ? b.expected : a.expected,
      }), nothing);
    },
  };
}

/** How many changes there are to tell of: of configurations that the first side has, those of the others. */
function comparisonsOf(configurations) {
  return configurations.reduce((sum, { sides: [first, ...others] }) => (
    sum + (first ? others.filter(Boolean).length : 0)), 0);
}

module.exports = { createRunPlan, comparisonsOf };
