'use strict';

/*
 * Methods to compare the times of processes. Each takes two lists, and returns { ratio, low, high } of the first
 * divided by the second.
 */

const { yuenTest } = require('../lib/base/stats/comparison');
const { computeContrast } = require('../lib/base/stats/process-contrast');
const { exactRankP, mannWhitney } = require('../lib/base/stats/ranks');
const { median, meanInterval, mean, trimmedMean } = require('../lib/base/stats/sample');
const { welchLog } = require('../test/helpers/welch-log');

const { exp, log, max, min } = Math;

const yuenLog = (a, b, confidence) => yuenTest(a, b).interval(confidence);

/** Extends the interval to 1 if the rank test finds no difference. */
function agreeing(compare) {
  return (a, b, confidence) => {
    const { ratio, low, high } = compare(a, b, confidence);
    const isDifferent = low > 1 || high < 1;
    if (isDifferent && mannWhitney(a, b).p > 1 - confidence) return { ratio, low: min(low, 1), high: max(high, 1) };
    return { ratio, low, high };
  };
}

const ranks = new Map();

/** How many of the n * m differences are beyond each end of the interval: the most with an exact p of at most alpha. */
function differencesOutside(n, m, alpha) {
  const key = `${n} ${m} ${alpha}`;
  if (!ranks.has(key)) {
    const single = Array(n + m).fill(1);
    let outside = 0;
    while (exactRankP(single, min(n, m), n * m - 2 * outside) <= alpha) outside++;
    ranks.set(key, outside);
  }
  return ranks.get(key);
}

/**
 * The median of all differences of logarithms (Hodges and Lehmann, 1963), with an interval from their ranks.
 */
function hodgesLehmann(a, b, confidence) {
  const differences = new Float64Array(a.length * b.length);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) differences[i * b.length + j] = log(a[i] / b[j]);
  }
  differences.sort();
  const outside = differencesOutside(a.length, b.length, 1 - confidence);
  if (outside === 0) return { ratio: exp(median(differences)), low: 0, high: Infinity };
  return { ratio: exp(median(differences)), low: exp(differences[outside - 1]),
    high: exp(differences[differences.length - outside]) };
}

const ratios = (a, b) => a.map((value, i) => log(value / b[i]));
const exponential = ({ centre, low, high }) => ({ ratio: exp(centre), low: exp(low), high: exp(high) });

/** Pairs each process with the process of the other side in the same pass. */
function pairedT(a, b, confidence) {
  const differences = ratios(a, b);
  return exponential({ centre: mean(differences), ...meanInterval(differences, confidence) });
}

const pairedTrimmed = (a, b, confidence) => exponential(trimmedMean(ratios(a, b), confidence));

const CANDIDATES = {
  'Welch': welchLog,
  'Yuen': yuenLog,
  'Welch, ranks': agreeing(welchLog),
  'Yuen, ranks (used)': (a, b, confidence) => computeContrast(a, b, 1 - confidence).interval(confidence),
  'Hodges-Lehmann': hodgesLehmann,
  'pairs, t': pairedT,
  'pairs, trimmed': pairedTrimmed,
};

module.exports = { CANDIDATES };
