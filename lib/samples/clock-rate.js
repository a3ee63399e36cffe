'use strict';

/**
 * The clock rate of a round: the highest of its own reading, the one before and the one after. The rate
 * changes rarely; what makes a reading slow is an interruption, or a collection on the other half of the core.
 * NaN where it has no reading of its own: one slip of the clock among many rounds without proves nothing.
 */
function mhzAround(rounds, i) {
  let highest = rounds[i].mhz;
  // A comparison with NaN is false.
  if (i > 0 && rounds[i - 1].mhz > highest) highest = rounds[i - 1].mhz;
  if (i + 1 < rounds.length && rounds[i + 1].mhz > highest) highest = rounds[i + 1].mhz;
  return highest;
}

module.exports = { mhzAround };
