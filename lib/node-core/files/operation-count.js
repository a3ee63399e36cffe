'use strict';

/*
 * How many operations a run needs: in a short run of a fresh process, V8 has compiled little code. Calibration
 * increases the count, which all configurations share, until their runs are long enough and vary little.
 */

const { maxOf, mean, median, minOf, variation } = require('../../base/stats/sample');

const { ceil, floor, log10, max, min } = Math;

// After 10 ms most code is compiled. After 100 ms the start of a process hardly matters.
const SHORT_SECONDS = 0.01;
const WANTED_SECONDS = 0.1;

const NOISY = 0.1; // with a spread of 10 %, finding a difference of 5 % takes 60 runs per side
const FEWEST_RUNS = 5;

/** Rounds up to 1, 2 or 5 times a power of ten: 1234 -> 2000. */
function rounded(value) {
  const power = 10 ** floor(log10(value));
  const digit = ceil(value / power - 1e-9);
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}

/** The parameter whose value was passed to end(), else n; null without either. */
function countParameter(parameters, operations) {
  if (parameters === null) return null;
  const names = Object.keys(parameters).filter((name) => typeof parameters[name] === 'number' && parameters[name] > 0);
  const same = names.filter((name) => parameters[name] === operations);
  return same.includes('n') || same.length === 0 ? (names.includes('n') ? 'n' : null) : same[0];
}

/** Returns { file, configuration, kind: 'too-short'|'noisy', seconds, variation, parameter, suggestion: or null }[]. */
function findCountHints({ configurations }) {
  const hints = [];
  for (const { file, configuration, parameters, operations = null, sides } of configurations) {
    // The options of a load set its duration.
    if (configuration.includes('benchmarker=')) continue;
    const measured = sides.filter((side) => side && side.rates.length);
    const times = measured.flatMap(({ seconds }) => seconds.filter((one) => one > 0));
    if (times.length === 0) continue;
    // Avoid the median of ten thousand times unless some are short.
    const isShort = times.some((one) => one < SHORT_SECONDS) && median(times) < SHORT_SECONDS;
    const worst = maxOf(measured.filter((side) => side.rates.length >= FEWEST_RUNS)
      .map((side) => variation(side.rates) || 0), 0);
    const kind = isShort ? 'too-short' : worst > NOISY ? 'noisy' : null;
    if (kind === null) continue;
    const seconds = median(times);
    const parameter = countParameter(parameters, operations);
    const isLonger = parameter !== null && seconds < WANTED_SECONDS;
    hints.push({
      file, configuration, kind, seconds, variation: worst || null, parameter,
      suggestion: isLonger ? rounded(parameters[parameter] * WANTED_SECONDS / seconds) : null,
    });
  }
  return hints;
}

// Five runs estimate the spread within a factor of 2.9 in 95 % of cases (chi-square, 4 degrees of freedom).
const RUNS = 5;

const STEADY = 0.05; // limit of the mean variation of all configurations; the worst may have WORST times as much
const WORST = 2;
const LEAST_SECONDS = 0.05;
const LONGEST_SECONDS = 2;
const MOST_GROWTH = 100;
const MOST_STEPS = 8;

function stepOf(count, measured) {
  const good = measured.filter(({ error }) => !error);
  const known = (statistic, field) => (good.length ? statistic(good.map((one) => one[field])) : null);
  return {
    count, meanVariation: known(mean, 'variation'), worstVariation: known(maxOf, 'variation'),
    shortestSeconds: known(minOf, 'seconds'), longestSeconds: known(maxOf, 'seconds'),
  };
}

const isSteady = ({ meanVariation, worstVariation, shortestSeconds }, threshold) => (
  meanVariation <= threshold && worstVariation <= WORST * threshold && shortestSeconds >= LEAST_SECONDS
);

function nextCount({ count, shortestSeconds, longestSeconds }, factor) {
  if (factor !== null) return count * factor;
  const wanted = shortestSeconds < LEAST_SECONDS ? WANTED_SECONDS / shortestSeconds : 2;
  const growth = min(MOST_GROWTH, max(2, min(wanted, LONGEST_SECONDS / longestSeconds)));
  return rounded(count * growth);
}

/**
 * measure(count) runs every configuration, and resolves to { configuration, rates, seconds, error } of each; tried()
 * gets each step. threshold: largest mean variation, a share; the worst variation may be twice as large. factor: growth
 * of the count per step; null: as needed. Resolves to { count: the smallest steady count or null, reason: 'steady',
 * 'failed', 'too-long' or 'not-steady', measured: { configuration, error, seconds, variation } of the last step }.
 */
async function calibrateCount(first, measure, tried, { threshold = STEADY, factor = null } = {}) {
  let count = first;
  for (let steps = 1; ; steps++) {
    const measured = (await measure(count)).map(({ configuration, rates, seconds, error }) => ({
      configuration, error, seconds: rates.length ? mean(seconds) : null,
      variation: rates.length > 1 ? variation(rates) : null,
    }));
    const step = stepOf(count, measured);
    tried(step);
    if (measured.some(({ error }) => error)) return { count: null, reason: 'failed', measured };
    if (isSteady(step, threshold)) return { count, reason: 'steady', measured };
    if (step.longestSeconds >= LONGEST_SECONDS) return { count: null, reason: 'too-long', measured };
    if (steps === MOST_STEPS) return { count: null, reason: 'not-steady', measured };
    count = nextCount(step, factor);
  }
}

module.exports = { findCountHints, countParameter, calibrateCount, RUNS };
