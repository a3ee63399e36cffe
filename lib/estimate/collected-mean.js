'use strict';

/*
 * The mean of rounds of which some hold a collection. Such a round takes longer, and its threads wait for each other:
 * beside busy neighbours it is interrupted more often than others, and among those that were left alone there are too
 * few of its kind. How many there ought to be the heap tells, of interrupted rounds, too.
 */

const { holdsCollection } = require('../samples/round');
const { mean, variance, meanWithInterval, NORMAL_95 } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { abs, sqrt } = Math;

/** Splits the values of rounds by whether these hold a collection. */
function splitByCollection(values, rounds, bytesPerCall) {
  const split = { free: [], collected: [] };
  for (let i = 0; i < rounds.length; i++) {
    const part = holdsCollection(rounds[i], bytesPerCall) ? split.collected : split.free;
    part[part.length] = values[i];
  }
  return split;
}

/** Squared standard error of a mean. */
const errorOf = (values) => (values.length > 1 ? variance(values) / values.length : 0);

/** All time over all calls: a slice that follows one with a collection can be shorter, and holds fewer. */
function weightedMean(nets, rounds) {
  const { centre: unweighted, low, high } = meanWithInterval(nets);
  let calls = 0;
  let ns = 0;
  for (let i = 0; i < rounds.length; i++) {
    calls += rounds[i].calls;
    ns += nets[i] * rounds[i].calls;
  }
  const centre = ns / calls;
  const moved = centre - unweighted;
  return low === null ? { centre, low, high } : { centre, low: low + moved, high: high + moved };
}

/**
 * The mean by strata (Cochran, Sampling Techniques, 5.3), the share of each being that among all rounds.
 *
 * @param {number[]} nets ns per call of each round used
 * @param {object[]} used the rounds that were left alone
 * @param {object[]} all these, and those that were interrupted
 * @param {number|null} bytesPerCall see holdsCollection
 * @returns {{ centre: number, low: number|null, high: number|null }} the plain mean where nothing was interrupted, or
 *   where rounds of one kind only are left
 */
function collectedMean(nets, used, all, bytesPerCall) {
  const plain = weightedMean(nets, used);
  const { free, collected } = splitByCollection(nets, used, bytesPerCall);
  if (all.length === used.length || free.length === 0 || collected.length === 0 || plain.low === null) return plain;
  const ofAll = splitByCollection(all, all, bytesPerCall);
  const missing = ofAll.collected.length / all.length - collected.length / used.length;
  const shift = missing * (mean(collected) - mean(free));
  const half = (plain.high - plain.low) / 2;
  const shiftHalf = abs(missing) * NORMAL_95 * sqrt(errorOf(collected) + errorOf(free));
  const centre = plain.centre + shift;
  const reach = sqrt(half ** 2 + shiftHalf ** 2);
  return { centre, low: centre - reach, high: centre + reach };
}

module.exports = { collectedMean };
