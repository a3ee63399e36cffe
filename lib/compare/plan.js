'use strict';

/*
 * How many restarts or runs a comparison takes: a pilot shows how far they spread, and the rest is planned from that.
 * Who looks again and again, and stops as soon as a difference shows, calls equal things different in 22 of 100 cases.
 */

const { tWithin } = require('../stats/distributions');
const {
  contrastOf, contrastOfPairs, degreesOfPairs, fewest, fewestRanked, ALPHA, PLANNED_LOOKS,
} = require('../stats/process-contrast');
const { counted, shareText, shortPercent, timeLeft } = require('../text/numbers');

const { ceil, exp, log, max, min, sqrt } = Math;

// Restarts from which on the spread is known to a fifth.
const PILOT = 6;

// Seconds of turns that each process has in a restart. It takes 0.15 to 0.2 s more to start and to warm up.
const SECONDS = 0.1;

// The spread of the pilot is an estimate too: some more than it asks for, or half of all runs would miss the precision.
const RESERVE = 1.2;

// Days of them.
const MOST_NEEDED = 1e6;

// The spread of a pilot is an estimate.
const MISSED = 1.05;

// Nobody is advised to wait longer.
const MOST_SECONDS = 3600;

/**
 * How many restarts a test has in all.
 *
 * @param {{ nsPerCall: number }[][]} sides samples of each side, of the same restarts: the pilot
 * @param {object} goal
 * @param {number} goal.precision share
 * @param {number} goal.comparisons of all tests
 * @param {number} goal.most restarts that there is time for
 * @returns {{ restarts: number, expected: number, needed: number }} expected: half the width of the interval, as a
 *   share; needed: restarts that reach the precision, if there is time
 */
function planOf(sides, { precision, comparisons, most }) {
  const [first, ...others] = sides;
  const done = first.length;
  const errorOf = (side) => contrastOfPairs(side.map(({ nsPerCall }, i) => log(nsPerCall / first[i].nsPerCall))).error;
  const deviation = max(...others.map(errorOf)) * sqrt(done) * RESERVE;
  const confidence = 1 - ALPHA / PLANNED_LOOKS / comparisons;
  const halfOf = (count) => tWithin(confidence, degreesOfPairs(count)) * deviation / sqrt(count);
  const needed = fewest((count) => halfOf(count) <= log(1 + precision), done, max(done, MOST_NEEDED));
  const restarts = min(needed, max(done, most));
  return { restarts, expected: exp(halfOf(restarts)) - 1, needed };
}

const isRate = (rate) => rate > 0 && rate < Infinity;

/** Whether it is certain on which side of it a ratio lies. */
const isDecided = ({ low, high }, ratio) => low > ratio || high < ratio;

/**
 * Plans the runs of each side of the configurations of benchmark files. After the pilot a configuration is done if its
 * difference is known to the precision, or is certainly larger.
 *
 * Who looks twice, and stops by the result, is wrong twice as often. So both looks, after the pilot and at the end,
 * have half of the error (PLANNED_LOOKS), and the first one may decide by anything. The number of runs depends on the
 * spread alone.
 *
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

/**
 * @param {object[]} plans of configurations that have had their pilot
 * @param {{ runs: number, seconds: number, isAtMost: boolean }} left seconds: 0 where nobody knows
 * @param {object} planned see createRunPlan
 * @returns {string|null} 'done after 6 runs of each side: 3 of 5 configurations; then about 2 min more'; null where the
 *   pilot is all that there may be
 */
function plannedWords(plans, { runs, seconds, isAtMost }, { pilot, most, precision }) {
  if (pilot === most) return null;
  if (runs === 0) return 'the pilot was enough';
  const done = plans.filter((plan) => plan.runs === pilot).length;
  const time = seconds > 0 ? `; then ${isAtMost ? 'at most' : 'about'} ${timeLeft(seconds)} more` : '';
  const worst = max(...plans.map(({ expected }) => expected || 0));
  const short = worst > precision * MISSED
    ? `, for +- ${(worst * 100).toFixed(1)} % at worst (--runs allows no more)` : '';
  return `done after ${pilot} runs of each side: ${done} of ${counted(plans.length, 'configuration')}${time}${short}`;
}

/**
 * @param {number} seconds that are left of what is planned
 * @param {{ expected: number, neededSeconds: number, spentSeconds: number }[]} units that are compared, see
 *   compare/measure-sides.js
 * @param {number} precision
 * @param {function(): number|null} countSeconds only called if the precision is out of reach; null if nothing counts
 * @returns {string[]} lines: 'then about 39 s more', and whether that is too short
 */
function restartLines(seconds, units, precision, countSeconds) {
  if (units.length === 0) return [];
  const worst = max(...units.map(({ expected }) => expected));
  const isShort = worst > precision * MISSED;
  if (!isShort) return [seconds > 0 ? `then about ${timeLeft(seconds)} more` : 'the pilot was enough'];
  const short = `+- ${shareText(worst)} at worst (--time allows no more)`;
  const more = units.reduce((sum, { neededSeconds, spentSeconds }) => sum + max(0, neededSeconds - spentSeconds), 0);
  const time = ceil(max(...units.map(({ neededSeconds }) => neededSeconds)));
  const wait = more > MOST_SECONDS ? 'hours' : `about ${timeLeft(more)} more (--time ${time})`;
  const countingSeconds = countSeconds();
  const others = countingSeconds ? `; --count compares instructions in about ${timeLeft(countingSeconds)}` : '';
  return [
    seconds > 0 ? `then about ${timeLeft(seconds)} more, for ${short}` : `the pilot took all the time, for ${short}`,
    `note: this machine is too noisy for +- ${shortPercent(precision)} in that time: it would take ${wait}${others}`,
  ];
}

module.exports = { planOf, createRunPlan, comparisonsOf, plannedWords, restartLines, PILOT, SECONDS, RESERVE };
