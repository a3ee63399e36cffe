'use strict';

/*
 * How many processes a comparison takes: a pilot of a few tells how far they spread, and from that the rest is
 * planned before it is begun. Looking again and again, and stopping as soon as a difference shows, would call
 * equal things different in 22 of 100 cases.
 */

const { halfWidth, processesFor, secondsPerProcess, processesWithin } = require('../stats/sample-size');
const { tQuantile } = require('../stats/distributions');
const { mean, trimmedMean, TRIMMED_SHARE } = require('../stats/sample');
const { ALPHA } = require('../stats/process-contrast');

const { exp, floor, log, max, min, sqrt } = Math;

// With six the rank test can still give p = 0.002, and the spread is known to a fifth.
const PILOT = 6;

// A process takes 90 ms to start and to warm up: to measure much less than that would waste it.
const SECONDS = 0.2;
const LENGTH = { shortest: 0.1, longest: 2 };

// The spread of the pilot is an estimate too: some more than it asks for, or half of all runs would miss the precision.
const RESERVE = 1.2;

// To start again with another length is worth it only where it saves a third.
const WORTH = 1.5;

/** Degrees of freedom of the trimmed mean of so many values. */
const degreesOf = (count) => count - 2 * floor(count * TRIMMED_SHARE) - 1;

const lnOf = (samples) => samples.map(({ cycles, nsPerCall }) => log(cycles > 0 ? cycles : nsPerCall));

/** The variance that a list would have whose mean is known as well as the trimmed mean of this one. */
function trimmedVariance(values) {
  const { low, high } = trimmedMean(values);
  return values.length * ((high - low) / 2 / tQuantile(0.975, degreesOf(values.length))) ** 2;
}

/** Variances of ln(time) from process to process, and of one process's own estimate, mean of both sides. */
function spread(sides) {
  const within = sides.flatMap((samples) => samples.filter(({ nsLow }) => nsLow > 0)
    .map(({ nsLow, nsHigh }) => (log(nsHigh / nsLow) / 3.92) ** 2));
  const total = mean(sides.map((samples) => trimmedVariance(lnOf(samples))));
  return { total, within: within.length ? mean(within) : 0 };
}

/**
 * What is left to do for one test after its pilot.
 *
 * @param {object} pilot
 * @param {{ nsPerCall, nsLow, nsHigh, cycles }[][]} pilot.sides samples of each side, two or more of each
 * @param {number} pilot.seconds that each process measured
 * @param {number} pilot.startSeconds that each took besides
 * @param {object} goal { precision (share), comparisons (of all tests), limitSeconds (for this test, all in all),
 *   spentSeconds (of it) }
 * @returns {{ seconds, processes, startAgain, moreSeconds, expected }} processes per side in all; startAgain: the pilot
 *   measured for another time and does not count; expected: half the width of the interval, as a share
 */
function planOf({ sides, seconds, startSeconds }, { precision, comparisons, limitSeconds, spentSeconds }) {
  const { total, within } = spread(sides);
  const between = max(0, total - within);
  const confidence = 1 - ALPHA / comparisons;
  const leftSeconds = limitSeconds - spentSeconds;
  const done = sides[0].length;

  const option = (length, startAgain) => {
    const deviation = sqrt(between + within * seconds / length) * RESERVE;
    const secondsEach = startSeconds + length;
    const wanted = max(PILOT, processesFor(deviation, precision, confidence));
    const possible = processesWithin(leftSeconds, secondsEach, sides.length) + (startAgain ? 0 : done);
    const processes = max(startAgain ? PILOT : done, min(wanted, possible));
    const more = (processes - (startAgain ? 0 : done)) * secondsEach * sides.length;
    return {
      seconds: length, processes, startAgain, moreSeconds: more, reaches: wanted <= possible,
      expected: exp(halfWidth(deviation, processes, confidence)) - 1, fits: possible >= PILOT,
    };
  };

  const on = option(seconds, false);
  const best = secondsPerProcess({ between, within, seconds, startSeconds }, LENGTH);
  const again = option(best, true);
  if (!again.fits) return on;
  const isBetter = on.reaches ? again.reaches && again.moreSeconds * WORTH < on.moreSeconds
    : again.reaches || again.expected * WORTH < on.expected;
  return isBetter ? again : on;
}

module.exports = { planOf, degreesOf, PILOT, SECONDS, RESERVE };
