'use strict';

/*
 * How many restarts a comparison takes: a pilot of a few shows how far they spread, and the rest is planned from that.
 * Looking again and again, and stopping as soon as a difference shows, would call equal things different in 22 of 100
 * cases.
 */

const { tWithin } = require('../stats/distributions');
const { contrastOfPairs, degreesOfPairs, fewest, ALPHA, PLANNED_LOOKS } = require('../stats/process-contrast');

const { exp, log, max, min, sqrt } = Math;

// Restarts from which on the spread is known to a fifth.
const PILOT = 6;

// Seconds of turns that each process has in a restart. It takes 0.15 to 0.2 s more to start and to warm up.
const SECONDS = 0.1;

// The spread of the pilot is an estimate too: some more than it asks for, or half of all runs would miss the precision.
const RESERVE = 1.2;

// Days of them.
const MOST_NEEDED = 1e6;

/**
 * How many restarts a test has in all.
 *
 * @param {{ nsPerCall: number }[][]} sides samples of each side, of the same restarts: the pilot
 * @param {object} goal
 * @param {number} goal.precision share
 * @param {number} goal.comparisons of all tests
 * @param {number} goal.most restarts that there is time for
 * @returns {{ restarts: number, expected: number, needed: number }} expected: half the width of the interval, as a
 *   share; needed: restarts that reach the precision, if there is time
 */
function planOf(sides, { precision, comparisons, most }) {
  const [first, ...others] = sides;
  const done = first.length;
  const errorOf = (side) => contrastOfPairs(side.map(({ nsPerCall }, i) => log(nsPerCall / first[i].nsPerCall))).error;
  const deviation = max(...others.map(errorOf)) * sqrt(done) * RESERVE;
  const confidence = 1 - ALPHA / PLANNED_LOOKS / comparisons;
  const halfOf = (count) => tWithin(confidence, degreesOfPairs(count)) * deviation / sqrt(count);
  const needed = fewest((count) => halfOf(count) <= log(1 + precision), done, max(done, MOST_NEEDED));
  const restarts = min(needed, max(done, most));
  return { restarts, expected: exp(halfOf(restarts)) - 1, needed };
}

module.exports = { planOf, PILOT, SECONDS, RESERVE };
