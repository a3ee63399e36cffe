'use strict';

/*
 * From the totals of whole processes, which differ in the number of their calls alone, to what one call adds. Four of
 * them: with none of the calls that count, with so many, with so many again, and with twice as many. The two in the
 * middle tell how far equal processes are apart, and all four whether the total grows in proportion to the calls.
 */

const { tQuantile } = require('../stats/distributions');

const { abs, max, sqrt } = Math;

// Of the two differences that tell the noise.
const DEGREES = 2;
const REACH = tQuantile(0.975, DEGREES);

// Two processes can be equal by chance.
const LEAST_DEVIATION = 2000;

// A total that bends by more than noise does, and by this share of a call, is not proportional to the calls.
const BEND_SHARE = 0.05;
const BEND_OVER_NOISE = 10;

/**
 * @param {[number, number, number, number]} totals of processes with 0, calls, calls and 2 * calls calls
 * @param {number} calls
 * @returns {{ value: number, error: number, slopes: [number, number], isProportional: boolean,
 *   isBending: boolean }} value: of one call;
 *   error: half of its interval of 95 %, from the two differences that would be 0 without noise, of variance 2 and 4
 *   times that of one process; slopes: of the first pair of processes and the second; isBending: more than equal
 *   processes are apart
 */
function slopeOf([none, once, again, twice], calls) {
  const repeat = once - again;
  const bend = once + again - none - twice;
  const deviation = max(LEAST_DEVIATION, sqrt((repeat ** 2 / 2 + bend ** 2 / 4) / DEGREES));
  const value = (twice - none) / (2 * calls);
  const slopes = [(once - none) / calls, (twice - again) / calls];
  const isBent = abs(bend) > BEND_SHARE * calls * abs(value) && abs(bend) > BEND_OVER_NOISE * max(1, abs(repeat));
  const error = REACH * deviation * sqrt(2) / (2 * calls);
  return { value, error, slopes, isProportional: !isBent, isBending: abs(bend) > 4 * max(1, abs(repeat)) };
}

/** What is left of one slope without another, which has been found apart: the turn of a loop without the loop. */
function without({ value, error, ...slope }, other) {
  return { ...slope, value: value - other.value, error: sqrt(error ** 2 + other.error ** 2) };
}

module.exports = { slopeOf, without };
