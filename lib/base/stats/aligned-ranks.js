'use strict';

/*
 * Compares pairs whose times have long tails, such as those of processes: in a third of the rounds, one of two commands
 * starts 20 ms late. The median of all differences between the sides ignores that, and needs half as many rounds as the
 * mean of the pairs. The speed of the machine must not change meanwhile, so each block of rounds is first aligned to
 * its median (J. L. Hodges and E. L. Lehmann, Rank methods for combination of independent experiments, 1962; Estimates
 * of location based on rank tests, 1963).
 */

const { mannWhitney } = require('./ranks');
const { normalTwoSidedP, tWithin } = require('./distributions');
const { median } = require('./sample');

const { abs, exp, floor, max, sqrt } = Math;

const BLOCK = 4; // pairs
const FEWEST_PAIRS = 8; // for the normal approximation
const FARTHEST = 3; // log ratio, if the ranks give no limit
const NORMAL = 1e6; // degrees of freedom

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

/**
 * @param {number[]} first logarithms of times, at least FEWEST_PAIRS, in the order of the rounds
 * @param {number[]} second of the same rounds
 * @returns {object} a Contrast of second over first, see process-contrast.js
 */
function contrastByAlignedRanks(first, second) {
  const count = first.length;
  const aligned = align(first, second);
  const differences = Float64Array.from({ length: count * count },
    (_, i) => aligned.second[i % count] - aligned.first[floor(i / count)]).sort();
  const difference = median(differences);
  const ratio = exp(difference);
  const middle = count * count / 2;
  // Alignment takes a degree of freedom per block.
  const freedom = 2 * aligned.perBlock / (2 * aligned.perBlock - 1);
  const deviation = sqrt(count * count * (2 * count + 1) / 12 * freedom);
  const { u } = mannWhitney(aligned.second, aligned.first, 0);
  return {
    ratio, difference, p: normalTwoSidedP(max(0, abs(u - middle) - 0.5) / deviation),
    interval(confidence) {
      const outside = floor(middle - 0.5 - tWithin(confidence, NORMAL) * deviation);
      if (outside < 0) return { ratio, low: ratio * exp(-FARTHEST), high: ratio * exp(FARTHEST) };
      const last = count * count - 1;
      return { ratio, low: exp(differences[outside]), high: exp(differences[last - outside]) };
    },
  };
}

module.exports = { contrastByAlignedRanks, FEWEST_PAIRS };
