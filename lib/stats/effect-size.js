'use strict';

/*
 * Cliff's delta: how far apart two lists are, by ranks alone (N. Cliff, Dominance statistics, 1993). The words are
 * those of Romano et al. (2006), who have taken their limits from Cohen's d of 0.2, 0.5 and 0.8.
 */

const { abs } = Math;

const SIZES = [[0.147, 'negligible'], [0.33, 'small'], [0.474, 'medium']];

const ascending = (values) => Float64Array.from(values).sort();

/**
 * @param {number[]} a one value or more
 * @param {number[]} b one value or more
 * @returns {number} P(a > b) - P(a < b) of a value of each: 1 where all of a lie above all of b, -1 the other way round
 */
function cliffsDelta(a, b) {
  const [high, low] = [ascending(a), ascending(b)];
  let sum = 0;
  let below = 0; // of b, below the value
  let upTo = 0; // and those that are equal to it, too
  for (const value of high) {
    while (below < low.length && low[below] < value) below++;
    while (upTo < low.length && low[upTo] <= value) upTo++;
    sum += below - (low.length - upTo);
  }
  return sum / (high.length * low.length);
}

/** 'negligible', 'small', 'medium' or 'large' */
function effectWord(delta) {
  const found = SIZES.find(([limit]) => abs(delta) < limit);
  return found ? found[1] : 'large';
}

module.exports = { cliffsDelta, effectWord };
