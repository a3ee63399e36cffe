'use strict';

/*
 * The cost of one call from totals: of equal parts of one process, or of four processes that differ only in their
 * number of calls: none, some, as many again, and twice as many. The middle two show the noise between equal processes,
 * and all four whether the total is proportional to the calls.
 */

const { tQuantile } = require('../../base/stats/distributions');
const { mean } = require('../../base/stats/sample');

const { abs, max, sqrt } = Math;

const squares = (list) => list.reduce((sum, value) => sum + value ** 2, 0);

const DEGREES = 2; // two differences estimate the noise
const REACH = tQuantile(0.975, DEGREES);

// Minimum deviations: processes can be equal by chance, and parts of one mostly are, to some ten instructions.
const LEAST_DEVIATION = 2000;
const LEAST_DEVIATION_OF_PARTS = 500;

// A total that bends by more than the noise, and by this share of a call, is not proportional to the calls.
const BEND_SHARE = 0.05;
const BEND_OVER_NOISE = 10;
const BEND_OVER_NOISE_OF_PARTS = 4;

// SETTLED_ERROR holds by chance in 1 % of cases: half as many equal parts have an error 1.9 times as large.
const SETTLED_ERROR = 0.5;
const SETTLED_BEND = 0.25;

/*
 * A slope is { value (of one call), error (half of its interval of 95 %), slopes (of the first half of the calls and of
 * the second), isProportional (whether these are the same), isBending (whether they differ by more than the noise) }.
 */

/** The mean of parts. Differences of neighbours estimate the noise, so growth does not count (von Neumann 1941). */
function meanOfParts(totals) {
  const { length } = totals;
  const value = mean(totals);
  const deviation = sqrt(squares(totals.map((total) => total - value)) / (length - 1));
  const halves = [totals.slice(0, length / 2), totals.slice(length / 2)].map(mean);
  const noise = sqrt(squares(totals.slice(1).map((total, i) => total - totals[i])) / (2 * (length - 1)) * 4 / length);
  const bend = abs(halves[1] - halves[0]);
  return {
    value, error: tQuantile(0.975, length - 1) * max(LEAST_DEVIATION_OF_PARTS, deviation) / sqrt(length),
    halves, bend, isBending: bend > BEND_OVER_NOISE_OF_PARTS * max(1, noise),
  };
}

/**
 * The slope of equal parts, four or eight. If the test settles during the first half (an awaited function costs 8 %
 * less once the young generation has grown), the second half alone gives a far smaller error. The bend must disappear
 * there: steady growth would leave half of it.
 */
function slopeOfParts(totals, calls) {
  const whole = meanOfParts(totals);
  const later = totals.length < 8 ? whole : meanOfParts(totals.slice(totals.length / 2));
  const hasSettled = later.error < SETTLED_ERROR * whole.error && later.bend <= SETTLED_BEND * whole.bend;
  const { value, error, halves, bend, isBending } = hasSettled ? later : whole;
  return {
    value: value / calls, error: error / calls, slopes: halves.map((half) => half / calls),
    isProportional: !(isBending && bend > BEND_SHARE * abs(value)), isBending,
  };
}

/**
 * The slope of processes with 0, calls, calls and 2 * calls calls. error: from the two differences that are 0 without
 * noise, with 2 and 4 times the variance of one process; slopes: of the first pair of processes and of the second.
 */
function slopeOfProcesses([none, once, again, twice], calls) {
  const repeat = once - again;
  const bend = once + again - none - twice;
  const deviation = max(LEAST_DEVIATION, sqrt((repeat ** 2 / 2 + bend ** 2 / 4) / DEGREES));
  const value = (twice - none) / (2 * calls);
  const slopes = [(once - none) / calls, (twice - again) / calls];
  const isBent = abs(bend) > BEND_SHARE * calls * abs(value) && abs(bend) > BEND_OVER_NOISE * max(1, abs(repeat));
  const error = REACH * deviation * sqrt(2) / (2 * calls);
  return { value, error, slopes, isProportional: !isBent, isBending: abs(bend) > 4 * max(1, abs(repeat)) };
}

/** Subtracts an independent slope: a call with its loop minus the loop. */
const without = ({ value, error, ...slope }, other) => (
  { ...slope, value: value - other.value, error: sqrt(error ** 2 + other.error ** 2) });

module.exports = { slopeOfParts, slopeOfProcesses, without };
