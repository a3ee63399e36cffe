'use strict';

/*
 * Whether somebody else ran on the other half of the processor's core: a hyperthread is not seen from within a virtual
 * machine. It takes no processor time and leaves chains of dependent operations alone, so that neither the clocks nor
 * the clock rate show it, and makes most code 1.3 to 1.7 times as slow for seconds. An empty loop feels it: alone its
 * turn takes 1.00 cycles in each of a hundred slices (quartiles within 0.5 %), and shared 1.3 to 2.4, never the same.
 * Pure functions.
 */

const { mhzAround } = require('./clock-rate');
const { quantileSorted, sorted } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { abs, max, round } = Math;

// What a turn takes alone is a whole number of cycles on all processors seen; shared it can be 1.47 for a while.
const WHOLE = 0.06;

// steady: the third quartile over the twentieth is alone 1.003 to 1.018, shared 1.02 to 2. alone: as near to the least
// lie rounds that had the core to themselves, and hardly any others; share: so many do without the rest.
const USUAL = { steady: 1.04, alone: 1.02, share: 0.25 };
const ODD = { steady: 1.015, alone: 1.01, share: 0.5 };

// A mean feels single rounds that were not alone, too: RegExp exec read 40 ns for 34.
const OUTLIER = 1.1;

// A figure is off by about as much as the turn of an empty loop is longer than alone, and by 5 % at most below that.
const TELLING = 1.05;

// No processor takes more than two turns of a loop in a cycle. JavaScriptCore makes one of several: 0.39 or 0.44 cycles
// a turn, now these and now those, whoever is beside it.
const UNROLLED_CYCLES = 0.48;

// A turn is told by slices of 60 us: a coarser clock tells it to no better than 2 %, and is itself what is unsteady.
const COARSE_NS = 1e3;

const isWhole = (cycles) => abs(cycles - max(1, round(cycles))) <= WHOLE * cycles;

/**
 * The rounds whose turn took so many cycles at the most, before the test and behind it: that is the one of the next
 * round.
 */
function within(rounds, cycles, most) {
  const kept = [];
  for (let i = 0; i < rounds.length; i++) {
    if (cycles[i] <= most && !(cycles[i + 1] > most)) kept[kept.length] = rounds[i];
  }
  return kept;
}

/**
 * @param {object[]} rounds those that are to count, in their order
 * @param {number} enough rounds
 * @param {number} [clockGrainNs]
 * @returns {{ alone: object[], shared: { code, leastCycles, usualCycles }|null }} alone: the rounds that had the core
 *   to themselves, or all where these are too few, which the warning `shared` tells, or where the engine has made the
 *   empty loop another, which tells nothing
 */
function aloneOf(rounds, enough, clockGrainNs = 0) {
  if (clockGrainNs > COARSE_NS) return { alone: rounds, shared: null };
  const cycles = [];
  const known = [];
  for (let i = 0; i < rounds.length; i++) {
    cycles[i] = rounds[i].turnNs * mhzAround(rounds, i) / 1000;
    if (cycles[i] > 0) known[known.length] = cycles[i];
  }
  if (known.length < enough) return { alone: rounds, shared: null };
  const inOrder = sorted(known);
  const least = quantileSorted(inOrder, 0.05);
  if (least < UNROLLED_CYCLES) return { alone: rounds, shared: null };
  const limits = isWhole(least) ? USUAL : ODD;
  const isSteady = quantileSorted(inOrder, 0.75) <= limits.steady * least;
  if (isSteady) return { alone: within(rounds, cycles, OUTLIER * least), shared: null };
  const alone = within(rounds, cycles, limits.alone * least);
  if (alone.length >= max(enough, limits.share * known.length)) return { alone, shared: null };
  const usualCycles = quantileSorted(inOrder, 0.5);
  if (usualCycles <= TELLING * least) return { alone: rounds, shared: null };
  return { alone: rounds, shared: { code: 'shared-core', leastCycles: least, usualCycles } };
}

/**
 * Cycles that a turn of the empty loop took beside each of some rounds.
 *
 * @returns {(number|null)[]} null if it is unknown, or if the engine has made it another loop
 */
function turnCyclesOf(rounds) {
  const cycles = [];
  for (let i = 0; i < rounds.length; i++) {
    const own = rounds[i].turnNs * mhzAround(rounds, i) / 1000;
    cycles[i] = own > UNROLLED_CYCLES ? own : null;
  }
  return cycles;
}

module.exports = { aloneOf, turnCyclesOf };
