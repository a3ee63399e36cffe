'use strict';

/*
 * Detects another process on the other half of the processor's core, which a virtual machine does not see. Such a
 * process takes no processor time and does not slow down chains of dependent operations, but makes most code 1.3 to 1.7
 * times as slow for seconds. An empty loop shows it: an iteration takes 1.00 cycles alone (quartiles within 0.5 %), and
 * between 1.3 and 2.4 cycles, never the same, on a shared core.
 */

const { filter, map, mhzAround } = require('./round');
const { quantileSorted, toSorted } = require('../../base/stats/sample');

const { abs, max, round } = Math;

// Alone, an iteration takes an integer number of cycles on all known processors; shared, it can be 1.47 for a while.
const WHOLE = 0.06;

// steady: the third quartile over the twentieth is 1.003 to 1.018 alone, and 1.02 to 2 shared. alone: limit for an
// unshared round, over the minimum; share: if at least this share of rounds is unshared, the rest is left out.
const USUAL = { steady: 1.04, alone: 1.02, share: 0.25 };
const ODD = { steady: 1.015, alone: 1.01, share: 0.5 };

const OUTLIER = 1.1; // even single shared rounds change a mean: RegExp exec read 40 ns instead of 34

// The error of a figure is about the slowdown of the empty loop, so at most 5 % below this limit.
const LEAST_SLOWDOWN = 1.05;

// No processor makes more than two iterations in a cycle, but JavaScriptCore unrolls the loop: 0.39 or 0.44 cycles.
const UNROLLED_CYCLES = 0.48;

// The empty loop is measured in slices of 60 us: a coarser clock makes an error of 2 % and is not steady enough.
const COARSE_NS = 1e3;

const isWhole = (cycles) => abs(cycles - max(1, round(cycles))) <= WHOLE * cycles;
const cyclesOf = (rounds) => map(rounds, ({ turnNs }, i) => turnNs * mhzAround(rounds, i) / 1000);
const within = (rounds, cycles, most) => filter(rounds, (_, i) => cycles[i] <= most && !(cycles[i + 1] > most));

function separateShared(rounds, enough, clockGrainNs = 0) {
  const all = { alone: rounds, shared: null };
  if (clockGrainNs > COARSE_NS) return all;
  const cycles = cyclesOf(rounds);
  const known = filter(cycles, (own) => own > 0);
  if (known.length < enough) return all;
  const inOrder = toSorted(known);
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

/** Cycles per iteration of the empty loop in each round; null if unknown, or if the engine unrolls it. */
const estimateTurnCycles = (rounds) => map(cyclesOf(rounds), (own) => (own > UNROLLED_CYCLES ? own : null));

module.exports = { separateShared, estimateTurnCycles };
