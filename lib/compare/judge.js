'use strict';

/*
 * From what the processes of two or more sides have measured to a verdict for each test. The unit is the process,
 * in processor cycles where they can be told: that takes the changes of the clock rate off, and 2 % between
 * processes become 0.2 %. Pure functions over plain objects.
 */

const { yuenTest, mannWhitney, normalTwoSidedP } = require('../stats/comparison');
const { lnChoose, tQuantile } = require('../stats/distributions');
const { holm } = require('../stats/multiple');
const { mean, meanInterval, trimmedMean } = require('../stats/sample');
const { verdictOf, timesLonger } = require('../stats/verdict');

const { abs, ceil, exp, log, max, min, sqrt, LN2 } = Math;

const ALPHA = 0.05;
const NORMAL_95 = 1.959963984540054;

const hasSpeed = ({ nsPerCall }) => nsPerCall > 0;
const geometricMean = (values) => exp(mean(values.map(log)));

/**
 * @typedef {object} SideOfTest what one side has measured of a test
 * @property {{ nsPerCall, nsLow, nsHigh, cycles }[]} samples one for each process; nsPerCall is 0 where that could
 *   not be told from an empty function
 * @property {object|null} error
 */

/** 'cycles' where all processes of all sides have them. */
function unitOf(sides) {
  for (const side of sides) {
    if (side && side.samples.some((sample) => hasSpeed(sample) && !(sample.cycles > 0))) return 'ns';
  }
  return 'cycles';
}

/** The clock rate in cycles per ns that all times of a test are brought to, so that their ratio is that of the cycles. */
function commonRate(sides) {
  const rates = sides.flatMap((side) => (side ? side.samples.filter(hasSpeed).map(({ cycles, nsPerCall }) => cycles / nsPerCall) : []));
  return rates.length ? geometricMean(rates) : 1;
}

/** The trimmed mean, whose ratio is that of Yuen's test; of less than five values the mean. */
function estimateOf(values) {
  return values.length < 5 ? { centre: mean(values), ...meanInterval(values) } : trimmedMean(values);
}

/** The estimate of one side, in ns at the common clock rate. */
function summaryOf(side, unit, rate) {
  const told = side.samples.filter(hasSpeed);
  const factor = unit === 'cycles' ? 1 / rate : 1;
  const values = told.map((sample) => (unit === 'cycles' ? sample.cycles : sample.nsPerCall));
  const summary = {
    nsPerCall: null, nsLow: null, nsHigh: null, cycles: null, processes: side.samples.length, values, error: side.error,
  };
  if (values.length === 0) return summary;
  const { centre, low, high } = estimateOf(values.map(log));
  summary.nsPerCall = exp(centre) * factor;
  if (unit === 'cycles') summary.cycles = exp(centre);
  if (values.length > 1) {
    summary.nsLow = exp(low) * factor;
    summary.nsHigh = exp(high) * factor;
  } else if (told[0].nsLow > 0) {
    // Of the rounds of the only process, brought along with the estimate.
    summary.nsLow = summary.nsPerCall * told[0].nsLow / told[0].nsPerCall;
    summary.nsHigh = summary.nsPerCall * told[0].nsHigh / told[0].nsPerCall;
  }
  return summary;
}

/** The smallest p that the rank test can give for two lists of these lengths. */
const smallestRankP = (n, m) => exp(LN2 - lnChoose(n + m, n));

/**
 * Two sides of a test as { ratio, p, interval(confidence) }, whose interval reaches 1 exactly where p is above
 * 1 - confidence. By their processes; of single ones by the intervals that each has of itself.
 */
function contrast(old, fresh, strictest) {
  if (old.values.length > 1 && fresh.values.length > 1) return contrastOfProcesses(fresh.values, old.values, strictest);
  const ratio = fresh.nsPerCall / old.nsPerCall;
  if (!(old.nsLow > 0) || !(fresh.nsLow > 0)) return { ratio, p: null, interval: () => ({ ratio, low: null, high: null }) };
  const error = sqrt(log(old.nsHigh / old.nsLow) ** 2 + log(fresh.nsHigh / fresh.nsLow) ** 2) / 2 / NORMAL_95;
  const p = error > 0 ? normalTwoSidedP(abs(log(ratio)) / error) : ratio === 1 ? 1 : null;
  return {
    ratio, p,
    interval(confidence) {
      const half = tQuantile(1 - (1 - confidence) / 2, 1e6) * error;
      return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
    },
  };
}

/** Yuen's test on logarithms, and the rank test has to agree: few values can be close to each other by chance. */
function contrastOfProcesses(a, b, strictest) {
  const { ratio, p: yuenP, interval: yuenInterval } = yuenTest(a, b);
  const rankP = smallestRankP(a.length, b.length) <= strictest ? mannWhitney(a, b).p : 0;
  return {
    ratio,
    p: yuenP === null ? null : max(yuenP, rankP),
    interval(confidence) {
      const { low, high } = yuenInterval(confidence);
      // Equal values come from a clock's steps, and not from certainty.
      if (yuenP === null) return { ratio, low: null, high: null };
      return rankP > 1 - confidence ? { ratio, low: min(low, 1), high: max(high, 1) } : { ratio, low, high };
    },
  };
}

const NO_CHANGE = {
  ratio: null, low: null, high: null, confidence: null, p: null, adjustedP: null, verdict: 'unmatched', margin: 0,
  moreProcesses: null, moreSeconds: null, regression: false,
};

/** A test with its sides' estimates in place of their processes. */
function summarised({ file, suite, name, sides, secondsEach }) {
  const unit = unitOf(sides);
  const rate = unit === 'cycles' ? commonRate(sides) : 1;
  return { test: { file, suite, name, sides: sides.map((side) => side && summaryOf(side, unit, rate)), unit, changes: [] }, secondsEach };
}

/**
 * @param {{ file: string|null, suite: number, name: string, sides: (SideOfTest|null)[], secondsEach: number }[]} tests
 *   sides in one order, the first is what the others are compared with; secondsEach: that one more process takes
 * @param {object} plan
 * @param {number} plan.margin share within which two are the same
 * @param {number} plan.floor share that a difference has to exceed to be believed
 * @param {boolean} plan.isSaved of another time: the words are weaker
 * @param {boolean} plan.isComparable false: figures, and no verdict
 * @param {number|null} plan.maxRegression
 * @returns {object[]} tests of a comparison, see docs/results.md
 */
function judge(tests, plan) {
  return judgeSummarised(tests.map(summarised), plan);
}

/** The same of tests that are `summarised`: of a million processes not all need be there at once. */
function judgeSummarised(judged, { margin, floor, isSaved, isComparable, maxRegression }) {
  const limits = { margin: max(margin, floor), floor };
  const pairs = judged.flatMap(({ test, secondsEach }) => test.sides.slice(1).map((fresh, i) => (
    { test, old: test.sides[0], fresh, index: i, secondsEach, contrast: null }
  )));
  const compared = pairs.filter(({ old, fresh }) => old && fresh && !old.error && !fresh.error && old.nsPerCall > 0 && fresh.nsPerCall > 0);
  for (const pair of compared) pair.contrast = contrast(pair.old, pair.fresh, ALPHA / compared.length);
  const levels = holm(compared.map((pair) => pair.contrast.p), ALPHA);
  for (const pair of pairs) pair.test.changes[pair.index] = { ...NO_CHANGE, margin: limits.margin, verdict: withoutFigures(pair) };
  compared.forEach((pair, k) => {
    const { adjusted, confidence } = levels[k];
    const found = pair.contrast.interval(confidence);
    const verdict = verdictOf(found, limits);
    pair.test.changes[pair.index] = {
      ...NO_CHANGE, ...found, confidence, p: pair.contrast.p, adjustedP: adjusted, margin: limits.margin,
      verdict: !isComparable ? 'not-judged' : isSaved && /er$/.test(verdict) ? `looks-${verdict}` : verdict,
      ...(verdict === 'unresolved' && isComparable ? needed(found, limits, pair) : null),
      regression: isComparable && maxRegression !== null && found.low !== null && found.low > 1 + max(maxRegression, floor),
    };
  });
  return judged.map(({ test }) => test);
}

function withoutFigures({ old, fresh }) {
  if (!old || !fresh) return 'unmatched';
  if (old.error || fresh.error) return 'failed';
  return old.processes > 0 && fresh.processes > 0 ? 'below-resolution' : 'unresolved';
}

/** What would settle an unresolved comparison, if its ratio stayed what it is. */
function needed(found, limits, { old, fresh, secondsEach, test }) {
  const times = timesLonger(found, limits);
  if (times === null || old.values.length < 2 || fresh.values.length < 2) return null;
  const moreProcesses = max(1, ceil((times - 1) * max(old.values.length, fresh.values.length)));
  return { moreProcesses, moreSeconds: secondsEach > 0 ? moreProcesses * secondsEach * test.sides.length : null };
}

module.exports = { judge, judgeSummarised, summarised, ALPHA };
