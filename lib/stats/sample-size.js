'use strict';

/*
 * How many processes a comparison needs, and how long each ought to measure. Kalibera and Jones, Rigorous
 * Benchmarking in Reasonable Time (2013): what differs from process to process only more processes average out.
 */

const { tWithin } = require('./distributions');

const { floor, log, max, min, sqrt } = Math;

const FEWEST = 2;
const MOST = 1e5;

/** Half the width, on the log scale, of the interval of a ratio of two sides with so many processes each. */
function halfWidth(deviation, processes, confidence) {
  return tWithin(confidence, 2 * processes - 2) * deviation * sqrt(2 / processes);
}

/**
 * The fewest processes per side that bring the interval of the ratio within +- precision.
 *
 * @param {number} deviation of ln(time) from process to process
 * @param {number} precision share, 0.01 for 1 %
 * @param {number} confidence
 * @returns {number} 2 at least, 100 000 at most
 */
function processesFor(deviation, precision, confidence) {
  const wanted = log(1 + precision);
  return fewest((processes) => halfWidth(deviation, processes, confidence) <= wanted, FEWEST, MOST);
}

/**
 * The fewest that are enough, where more are enough as well.
 *
 * @param {function(number): boolean} areEnough
 * @param {number} least
 * @param {number} most whether or not these are enough
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

/**
 * How long each process ought to measure, so that the precision is reached soonest: the optimum of the variance
 * between + within / seconds for a cost of start + seconds.
 *
 * @param {object} pilot
 * @param {number} pilot.between variance of ln(time) between processes, what lies within taken off; 0 or more
 * @param {number} pilot.within variance of one process's own estimate
 * @param {number} pilot.seconds that each measured
 * @param {number} pilot.startSeconds that each took besides
 * @param {{ shortest: number, longest: number }} limits in seconds
 */
function secondsPerProcess({ between, within, seconds, startSeconds }, { shortest, longest }) {
  if (!(within > 0)) return shortest;
  if (!(between > 0)) return longest;
  return min(longest, max(shortest, sqrt(startSeconds * seconds * within / between)));
}

/** As many processes per side as fit into a time. */
function processesWithin(seconds, secondsEach, sides) {
  return max(0, floor(seconds / (secondsEach * sides)));
}

module.exports = { halfWidth, processesFor, fewest, secondsPerProcess, processesWithin };
