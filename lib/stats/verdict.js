'use strict';

/*
 * What the interval of a ratio allows to be said. A ratio is the test's time per operation over the
 * baseline's: above 1 the test is slower. Nothing here throws, and a NaN leaves everything open.
 */

const { log, max } = Math;

// A million times as many rounds is years of them: as good as never.
const NEVER = 1e6;

// Hours are no advice.
const LONGEST_ADVICE_SECONDS = 3600;

/**
 * @param {{ ratio: number | null, low: number | null, high: number | null }} comparison
 * @param {{ margin: number, floor?: number }} limits shares, 0.002 being 0.2 %. `margin`: up to which
 *   difference tests count as the same. `floor`: the difference that a test shows from itself, 0 unless
 *   known; a difference within it cannot be believed however narrow its interval is. A floor above the margin
 *   leaves nothing the same: who asks for 0.2 % is not told so by a run that is good for 5 %.
 * @returns {'same' | 'slower' | 'faster' | 'unresolved'} 'same' goes first: a difference can be both
 *   certain and too small to matter
 */
function verdictOf({ low, high }, { margin, floor = 0 }) {
  if (low === null || high === null) return 'unresolved';
  if (canBeSame({ margin, floor }) && low >= 1 / (1 + margin) && high <= 1 + margin) return 'same';
  if (low > 1 + floor) return 'slower';
  if (high < 1 / (1 + floor)) return 'faster';
  return 'unresolved';
}

const canBeSame = ({ margin, floor }) => margin > 0 && margin >= floor;

/** How many times the rounds that bring an end `reach` away from the ratio to `wanted`: it goes with 1 / sqrt(n). */
function growth(reach, wanted) {
  return wanted > 0 ? (reach / wanted) ** 2 : Infinity;
}

/**
 * How many times as many rounds would settle an unresolved comparison, if its ratio stayed what it is: by
 * a difference outside the floor or by one inside the margin, whichever takes fewer. Either end of the
 * interval is followed by itself, on the log scale, since the interval of a median is not symmetric.
 *
 * @param {{ ratio: number | null, low: number | null, high: number | null }} comparison
 * @param {{ margin: number, floor?: number }} limits as in `verdictOf`
 * @returns {number | null} null where no number can be said. Without an interval there is nothing to count from, and
 *   more rounds would give one; within a floor that is above the margin, and on an edge of the two, no number of
 *   rounds would do; beyond a million times nobody waits for it.
 */
function timesLonger({ ratio, low, high }, { margin, floor = 0 }) {
  if (ratio === null || low === null || high === null) return null;
  const difference = log(ratio);
  const below = difference - log(low);
  const above = log(high) - difference;
  const edge = log(1 + floor);
  const inside = log(1 + margin);
  const apart = difference > 0 ? growth(below, difference - edge) : growth(above, -difference - edge);
  const bothInside = max(growth(above, inside - difference), growth(below, inside + difference));
  const same = canBeSame({ margin, floor }) ? bothInside : Infinity;
  const times = apart < same ? apart : same;
  return times <= NEVER ? times : null;
}

/** @returns {number | null} the seconds where somebody may spend them, null beyond an hour */
function affordable(seconds) {
  return seconds <= LONGEST_ADVICE_SECONDS ? seconds : null;
}

module.exports = { verdictOf, timesLonger, affordable };
