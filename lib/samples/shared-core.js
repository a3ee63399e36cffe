'use strict';

/*
 * Whether another process ran on the other half of the processor's core: a virtual machine does not see hyperthreads.
 * Such a process takes no processor time and does not slow down chains of dependent operations, so that the clocks and
 * the clock rate do not show it, but it makes most code 1.3 to 1.7 times as slow for seconds. An empty loop shows it:
 * alone its turn takes 1.00 cycles in each of a hundred slices (quartiles within 0.5 %), and shared 1.3 to 2.4, never
 * the same. Pure functions.
 */

const { filter, map, mhzAround } = require('./round');
const { quantileSorted, sorted } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { abs, max, round } = Math;

// A turn alone takes a whole number of cycles on all processors seen; shared it can be 1.47 for a while.
const WHOLE = 0.06;

// steady: the third quartile over the twentieth is 1.003 to 1.018 alone, and 1.02 to 2 shared. alone: limit over the
// least of the rounds that had the core to themselves; share: if these are so many, they do without the rest.
const USUAL = { steady: 1.04, alone: 1.02, share: 0.25 };
const ODD = { steady: 1.015, alone: 1.01, share: 0.5 };

// Single shared rounds change a mean, too: RegExp exec read 40 ns for 34.
const OUTLIER = 1.1;

// A figure is off by about as much as the turn of an empty loop is too long, and by 5 % at most below this.
const LEAST_SLOWDOWN = 1.05;

// No processor makes more than two turns of a loop in a cycle. JavaScriptCore unrolls the loop: 0.39 or 0.44 cycles a
// turn, by chance and not by the load of the core.
const UNROLLED_CYCLES = 0.48;

// A turn is measured in slices of 60 us: a coarser clock makes an error of 2 % and is not steady enough.
const COARSE_NS = 1e3;

const isWhole = (cycles) => abs(cycles - max(1, round(cycles))) <= WHOLE * cycles;

const cyclesOf = (rounds) => map(rounds, ({ turnNs }, i) => turnNs * mhzAround(rounds, i) / 1000);

/**
 * The rounds whose turn took at most so many cycles, before the test and after it, which is the turn of the next round.
 */
const within = (rounds, cycles, most) => filter(rounds, (_, i) => cycles[i] <= most && !(cycles[i + 1] > most));

/**
 * @param {object[]} rounds those that are to count, in their order
 * @param {number} enough rounds
 * @param {number} [clockGrainNs]
 * @returns {{ alone: object[], shared: { code, leastCycles, usualCycles }|null }} alone: the rounds that had the core
 *   to themselves; all rounds if these are too few, with the warning `shared`, or if the engine unrolls the empty loop,
 *   without one
 */
function aloneOf(rounds, enough, clockGrainNs = 0) {
  const all = { alone: rounds, shared: null };
  if (clockGrainNs > COARSE_NS) return all;
  const cycles = cyclesOf(rounds);
  const known = filter(cycles, (own) => own > 0);
  if (known.length < enough) return all;
  const inOrder = sorted(known);
  const least = quantileSorted(inOrder, 0.05);
  if (least < UNROLLED_CYCLES) return all;
  const limits = isWhole(least) ? USUAL : ODD;
  const isSteady = quantileSorted(inOrder, 0.75) <= limits.steady * least;
  if (isSteady) return { alone: within(rounds, cycles, OUTLIER * least), shared: null };
  const alone = within(rounds, cycles, limits.alone * least);
  if (alone.length >= max(enough, limits.share * known.length)) return { alone, shared: null };
  const usualCycles = quantileSorted(inOrder, 0.5);
  if (usualCycles <= LEAST_SLOWDOWN * least) return all;
  return { alone: rounds, shared: { code: 'shared-core', leastCycles: least, usualCycles } };
}

/** Cycles of a turn of the empty loop in each round: null if they are unknown, or if the engine unrolls it. */
const turnCyclesOf = (rounds) => map(cyclesOf(rounds), (own) => (own > UNROLLED_CYCLES ? own : null));

module.exports = { aloneOf, turnCyclesOf };
