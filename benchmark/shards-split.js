'use strict';

/* How even shards are, simulated: units of uneven length, whose times are known exactly, and only roughly. */

const { keyOf } = require('../lib/shards/expected');
const { planOf } = require('../lib/shards/plan');
const { mulberry32, gaussian } = require('../test/helpers/random');

const UNITS = 10000;
const SHARDS = 100;
// Of the logarithm: one unit in twenty takes over 26 times as long as one in twenty at the other end.
const SPREAD = 1;
const KNOWN_TO = 0.3;
const MOST_OVER = { exact: 0.05, rough: 0.15 };

/** By how much the longest shard is above the mean, as a share, by the seconds that units really take. */
function longestOver(known, seconds) {
  const units = seconds.map((_, i) => ({ key: keyOf(i), name: String(i) }));
  const plan = planOf(units, SHARDS, new Map(known.map((value, i) => [keyOf(i), value])));
  const sums = new Array(SHARDS).fill(0);
  plan.units.forEach(({ shard }, i) => { sums[shard - 1] += seconds[i]; });
  return Math.max(...sums) / (sums.reduce((a, b) => a + b) / SHARDS) - 1;
}

/** @returns {boolean} whether the goals are met */
function printSplit(runs) {
  const worst = { exact: 0, rough: 0 };
  for (let seed = 1; seed <= runs; seed++) {
    const uniform = mulberry32(seed);
    const draw = gaussian(uniform);
    const seconds = Array.from({ length: UNITS }, () => 10 * Math.exp(SPREAD * draw()));
    const rough = seconds.map((value) => value * (1 + KNOWN_TO * (2 * uniform() - 1)));
    worst.exact = Math.max(worst.exact, longestOver(seconds, seconds));
    worst.rough = Math.max(worst.rough, longestOver(rough, seconds));
  }
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  console.log(`${UNITS} units on ${SHARDS} shards, the worst of ${runs}: the longest is ${percent(worst.exact)} ` +
    `above the mean (goal ${percent(MOST_OVER.exact)}); with times known to +-${KNOWN_TO * 100} %, ` +
    `${percent(worst.rough)} (goal ${percent(MOST_OVER.rough)})`);
  return worst.exact <= MOST_OVER.exact && worst.rough <= MOST_OVER.rough;
}

module.exports = { printSplit };
