'use strict';

/*
 * Finds the number of operations for a benchmark file: increases the count until the runs of every configuration are
 * long enough and vary little. All configurations share one count.
 */

const { mean, variation } = require('../stats/sample');
const { rounded, WANTED_SECONDS } = require('./hints');

const { max, min } = Math;

// Five runs estimate the spread within a factor of 2.9 in 95 % of cases (chi-square, 4 degrees of freedom).
const RUNS = 5;

// Limit of the mean variation of all configurations; the worst may have WORST times as much.
const STEADY = 0.05;
const WORST = 2;

const LEAST_SECONDS = 0.05;
const LONGEST_SECONDS = 2;
const MOST_GROWTH = 100;
const MOST_STEPS = 8;

function stepOf(count, measured) {
  const good = measured.filter(({ error }) => !error);
  const variations = good.map((one) => one.variation);
  return {
    count, measured,
    meanVariation: good.length ? mean(variations) : null,
    worstVariation: good.length ? max(...variations) : null,
    shortestSeconds: good.length ? min(...good.map(({ seconds }) => seconds)) : null,
    longestSeconds: good.length ? max(...good.map(({ seconds }) => seconds)) : null,
  };
}

const isSteady = ({ meanVariation, worstVariation, shortestSeconds }, threshold) => (
  meanVariation <= threshold && worstVariation <= WORST * threshold && shortestSeconds >= LEAST_SECONDS
);

function nextCount({ count, shortestSeconds, longestSeconds }, factor) {
  if (longestSeconds >= LONGEST_SECONDS) return null;
  if (factor !== null) return count * factor;
  const wanted = shortestSeconds < LEAST_SECONDS ? WANTED_SECONDS / shortestSeconds : 2;
  const growth = min(MOST_GROWTH, max(2, min(wanted, LONGEST_SECONDS / longestSeconds)));
  return rounded(count * growth);
}

/**
 * @param {function(number): Promise<{ configuration, rates, seconds, error }[]>} measure runs every configuration
 * @param {function(object)} [tried] called with each step
 * @param {object} [how]
 * @param {number} [how.threshold] largest mean variation, a share; the worst variation may be twice as large
 * @param {number|null} [how.factor] growth of the count per step; null: as needed
 * @returns {Promise<{ count: number|null, steps: object[], reason: 'steady'|'failed'|'too-long'|'not-steady' }>} count:
 *   the smallest steady count
 */
async function calibrateCount(first, measure, tried = () => {}, { threshold = STEADY, factor = null } = {}) {
  const steps = [];
  for (let count = first; steps.length < MOST_STEPS;) {
    const measured = (await measure(count)).map(({ configuration, rates, seconds, error }) => ({
      configuration, error, seconds: rates.length ? mean(seconds) : null,
      variation: rates.length > 1 ? variation(rates) : null,
    }));
    const step = stepOf(count, measured);
    steps.push(step);
    tried(step);
    if (measured.some(({ error }) => error)) return { count: null, steps, reason: 'failed' };
    if (isSteady(step, threshold)) return { count, steps, reason: 'steady' };
    count = nextCount(step, factor);
    if (count === null) return { count: null, steps, reason: 'too-long' };
  }
  return { count: null, steps, reason: 'not-steady' };
}

module.exports = { calibrateCount, RUNS };
