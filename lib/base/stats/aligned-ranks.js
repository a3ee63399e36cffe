'use strict';

/*
 * Compares pairs whose times have long tails: in a third of the rounds, one of two commands may start 20 ms late. The
 * median of all differences between the sides ignores that, and needs half as many rounds as the mean of the pairs. The
 * speed of the machine must not change meanwhile, so each block of rounds is first aligned to its median (J. L. Hodges
 * and E. L. Lehmann, Rank methods for combination of independent experiments, 1962; Estimates of location based on rank
 * tests, 1963).
 */

const { mannWhitney } = require('./ranks');
const { normalTwoSidedP, tWithin, NORMAL_DF } = require('./distributions');
const { median, toSorted } = require('./sample');

const { abs, ceil, exp, floor, max, min, sqrt } = Math;

const BLOCK = 4; // pairs
const FEWEST_PAIRS = 12; // with fewer, ranks cannot find a difference among many commands

function align(first, second) {
  const blocks = max(1, floor(first.length / BLOCK));
  const centred = { first: [], second: [] };
  for (let block = 0; block < blocks; block++) {
    const [from, to] = [block, block + 1].map((at) => floor(at * first.length / blocks));
    const own = [first.slice(from, to), second.slice(from, to)];
    const centre = median([...own[0], ...own[1]]);
    for (const value of own[0]) centred.first.push(value - centre);
    for (const value of own[1]) centred.second.push(value - centre);
  }
  return { ...centred, perBlock: first.length / blocks };
}

const HALVINGS = 64; // then the ends are neighbours

/**
 * The difference at place k (from 0) of all b - a, without a list of them: 10 000 runs have 100 million. a and b are
 * sorted.
 */
function differenceAt(k, a, b) {
  /** Number of differences up to a limit. For a larger a, values of b up to a larger limit count, so j only grows. */
  function countUpTo(limit) {
    let count = 0;
    let j = 0;
    for (let i = 0; i < a.length; i++) {
      while (j < b.length && b[j] - a[i] <= limit) j++;
      count += j;
    }
    return count;
  }
  let low = b[0] - a[a.length - 1] - 1;
  let high = b[b.length - 1] - a[0];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (countUpTo(middle) > k) high = middle;
    else low = middle;
  }
  let found = Infinity;
  for (let i = 0, j = 0; i < a.length; i++) {
    while (j < b.length && b[j] - a[i] <= low) j++;
    if (j < b.length) found = min(found, b[j] - a[i]);
  }
  return found;
}

/**
 * @param {number[]} first logarithms of times, at least FEWEST_PAIRS, in the order of the rounds
 * @param {number[]} second of the same rounds
 * @returns {object} a Contrast of second over first, see comparison.js
 */
function contrastByAlignedRanks(first, second) {
  const count = first.length;
  const aligned = align(first, second);
  const last = count * count - 1;
  const [sortedFirst, sortedSecond] = [aligned.first, aligned.second].map(toSorted);
  const ratioAt = (k) => exp(differenceAt(k, sortedFirst, sortedSecond));
  const ratio = sqrt(ratioAt(floor(last / 2)) * ratioAt(ceil(last / 2)));
  const middle = count * count / 2;
  // Alignment takes a degree of freedom per block.
  const freedom = 2 * aligned.perBlock / (2 * aligned.perBlock - 1);
  const deviation = sqrt(count * count * (2 * count + 1) / 12 * freedom);
  const { u } = mannWhitney(aligned.second, aligned.first, 0);
  return {
    ratio,
    p: normalTwoSidedP(max(0, abs(u - middle) - 0.5) / deviation),
    interval(confidence) {
      const outside = floor(middle - 0.5 - tWithin(confidence, NORMAL_DF) * deviation);
      if (outside < 0) return { ratio, low: null, high: null };
      return { ratio, low: ratioAt(outside), high: ratioAt(last - outside) };
    },
  };
}

module.exports = { contrastByAlignedRanks, FEWEST_PAIRS };
