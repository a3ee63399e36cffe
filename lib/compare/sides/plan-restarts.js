'use strict';

/*
 * Plans the restarts or runs of a comparison from the spread of a pilot. Repeated tests that stop at the first
 * significant difference would report one between equal sides in 22 of 100 cases.
 */

const { maxOf, minOf } = require('../../base/stats/sample');
const { tWithin } = require('../../base/stats/distributions');
const {
  computeContrast, contrastOfPairs, degreesOfPairs, fewest, fewestRanked, ALPHA, PLANNED_LOOKS,
} = require('../../base/stats/process-contrast');
const { counted, shareText, shortPercent, timeLeft } = require('../../base/text/numbers');

const { abs, ceil, exp, log, max, min, sqrt } = Math;
const PILOT = 6; // with this number of restarts the spread is known to a fifth
const SECONDS = 0.1; // measuring time of a process in a restart. Start and warm-up take another 0.15 to 0.2 s

// The spread of the pilot is an estimate: without a reserve half of all comparisons would miss the precision.
const RESERVE = 1.2;

const MOST_NEEDED = 1e6; // restarts for days

// Half width of an interval that decides a gate, as a share of the distance of the pilot's ratio from it.
const GATE_SHARE = 0.7;
const MISSED = 1.05; // tolerance for the estimated spread of a pilot

/** Whether a gate is certainly passed or failed; without a gate, whether the difference is certainly not small. */
function isDecided({ low, high }, wanted, maxRegression) {
  if (low === null) return false;
  if (maxRegression !== null) return log(low) > log(1 + maxRegression) || log(high) < log(1 + maxRegression);
  return log(low) > wanted || log(high) < -wanted;
}

/**
 * sides: samples of the pilot per side, from the same restarts; maxRegression: of the gate, a share; endsWhenClear:
 * whether a decided gate or a clear difference is enough; precision: a share; comparisons: number in all tests;
 * most: number of restarts that time allows. Returns the restarts, the expected and the wanted half width of the
 * interval, as shares, the restarts that this needs without a time limit, and whether the gate has certainly failed.
 */
function planRuns(sides, { precision, comparisons, most, maxRegression = null, endsWhenClear = false }) {
  const [first, ...others] = sides;
  const done = first.length;
  const contrasts = others.map((side) => (
    contrastOfPairs(side.map(({ nsPerCall }, i) => log(nsPerCall / first[i].nsPerCall)))));
  const deviation = maxOf(contrasts.map(({ error }) => error)) * sqrt(done) * RESERVE;
  const confidence = 1 - ALPHA / PLANNED_LOOKS / comparisons;
  const halfOf = (count) => tWithin(confidence, degreesOfPairs(count)) * deviation / sqrt(count);
  const wanted = log(1 + precision);
  const intervals = contrasts.map(({ interval }) => interval(confidence));
  const hasFailed = maxRegression !== null && intervals.some(({ low }) => low > 1 + maxRegression);
  if (endsWhenClear && intervals.every((interval) => isDecided(interval, wanted, maxRegression))) {
    const expected = exp(halfOf(done)) - 1;
    return { restarts: done, expected, reach: expected, needed: done, hasFailed };
  }
  const fromGate = ({ difference }) => abs(difference - log(1 + maxRegression));
  const reach = endsWhenClear && maxRegression !== null
    ? max(wanted, GATE_SHARE * minOf(contrasts.map(fromGate))) : wanted;
  const needed = fewest((count) => halfOf(count) <= reach, done, max(done, MOST_NEEDED));
  const restarts = min(needed, max(done, most));
  return { restarts, expected: exp(halfOf(restarts)) - 1, reach: exp(reach) - 1, needed, hasFailed };
}

const isRate = (rate) => rate > 0 && rate < Infinity;

/**
 * Plans the runs per side for the configurations of benchmark files. A configuration is done after the pilot if its
 * difference is known to the precision or certainly larger. Two looks that can stop a comparison double its error. So
 * each look, after the pilot and at the end, has half of the error (PLANNED_LOOKS). The number of runs depends on the
 * spread alone.
 *
 * precision, maxRegression: shares; most: runs per side; comparisons: number in all configurations, which share the
 * error level. planRuns() takes the rates per side in the order of runs, null if the side lacks the configuration. It
 * reads the pilot alone, and returns { runs, expected }: runs per side in all, and half the width of the widest
 * interval, as a share, null if unknown.
 */
function createRunPlan({ precision, most, comparisons, maxRegression = null }) {
  const level = ALPHA / PLANNED_LOOKS / max(1, comparisons);
  const wanted = log(1 + precision);
  // Enough runs for a rank test. If code has one of two memory layouts, six runs are all fast and six all slow in one
  // of 2000 cases, and the spread does not show it.
  const pilot = min(most, max(PILOT, fewestRanked(level)));

  function isClear({ low, high }) {
    const isBeyond = low > 1 + precision || high < 1 / (1 + precision);
    return isBeyond && (maxRegression === null || low > 1 + maxRegression || high < 1 + maxRegression);
  }

  function planOfPair(fresh, old) {
    const isKnown = [old, fresh].every((rates) => rates.length > 1 && rates.every(isRate));
    if (!isKnown) return { runs: most, expected: null };
    // old / fresh of rates is the ratio of times. Adjacent runs of both sides are pairs, unless some failed.
    const arePairs = old.length === fresh.length;
    const { difference, error, df, interval } = arePairs
      ? contrastOfPairs(old.map((rate, i) => log(rate / fresh[i]))) : computeContrast(old, fresh, level);
    // Equal values per side that differ between sides come from the resolution of a clock.
    if (error === 0 && difference !== 0) return { runs: most, expected: null };
    const half = tWithin(1 - level, df) * error;
    if (half <= wanted) return { runs: pilot, expected: exp(half) - 1 };
    if (isClear(interval(1 - level))) return { runs: pilot, expected: null };
    const one = error * sqrt(min(old.length, fresh.length)) * RESERVE;
    const degreesOf = (runs) => (arePairs ? 1 : 2) * degreesOfPairs(runs);
    const halfOf = (runs) => tWithin(1 - level, degreesOf(runs)) * one / sqrt(runs);
    const runs = fewest((count) => halfOf(count) <= wanted, pilot + 1, most);
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

const countComparisons = (configurations) => configurations.reduce((sum, { sides: [first, ...others] }) => (
  sum + (first ? others.filter(Boolean).length : 0)), 0);

/** plans: after the pilot; left.seconds: 0 if unknown. Null if --runs allows only the pilot. */
function plannedWords(plans, { runs, seconds, isAtMost }, { pilot, most, precision }) {
  if (pilot === most) return null;
  if (runs === 0) return 'the pilot was enough';
  const done = plans.filter((plan) => plan.runs === pilot).length;
  const time = seconds > 0 ? `; then ${isAtMost ? 'at most' : 'about'} ${timeLeft(seconds)} more` : '';
  const worst = maxOf(plans.map(({ expected }) => expected || 0));
  const short = worst > precision * MISSED
    ? `, to reach +- ${(worst * 100).toFixed(1)} % at worst (limited by --runs)` : '';
  return `done after ${pilot} runs per side: ${done} of ${counted(plans.length, 'configuration')}${time}${short}`;
}

/**
 * units: see measure-sides.js; hasFailed: whether the gate has failed, which limits the restarts of its other tests;
 * countSeconds(): called only if the precision is out of reach
 */
function restartLines(seconds, units, { precision, hasFailed = false }, countSeconds) {
  if (units.length === 0) return [];
  const worst = maxOf(units.map(({ expected }) => expected));
  const isShort = units.some(({ expected, reach = precision }) => expected > reach * MISSED);
  if (!isShort) return [seconds > 0 ? `then about ${timeLeft(seconds)} more` : 'the pilot was enough'];
  const short = `+- ${shareText(worst)} at worst (limited by --time)`;
  const more = units.reduce((sum, { neededSeconds, spentSeconds }) => sum + max(0, neededSeconds - spentSeconds), 0);
  const time = ceil(maxOf(units.map(({ neededSeconds }) => neededSeconds)));
  const wait = more > 3600 ? 'hours' : `about ${timeLeft(more)} more (--time ${time})`;
  if (hasFailed) {
    return [
      `then about ${timeLeft(seconds)} more, because the gate has failed, to reach +- ${shareText(worst)} at worst`,
      `note: --time ${time} measures all tests to +- ${shortPercent(precision)}`,
    ];
  }
  const countingSeconds = countSeconds();
  const others = countingSeconds ? `; --count compares instructions in about ${timeLeft(countingSeconds)}` : '';
  return [
    seconds > 0 ? `then about ${timeLeft(seconds)} more, to reach ${short}`
      : `the pilot used all the time and reached ${short}`,
    `note: this machine is too noisy for +- ${shortPercent(precision)} in that time. It would take ${wait}${others}`,
  ];
}

module.exports = { planRuns, createRunPlan, countComparisons, plannedWords, restartLines, PILOT, SECONDS, RESERVE };
