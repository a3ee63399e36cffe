'use strict';

/* How many values it takes. */

const { floor } = Math;

/**
 * The fewest that are enough, if more are enough as well.
 *
 * @param {function(number): boolean} areEnough
 * @param {number} least
 * @param {number} most returned even if these are not enough
 */
function fewest(areEnough, least, most) {
  let low = least;
  let high = most;
  while (low < high) {
    const middle = floor((low + high) / 2);
    if (areEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

module.exports = { fewest };
