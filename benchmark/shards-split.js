'use strict';

/* Simulates how even shards are: units of different duration, with exact and with approximate expected times. */

const { formatUnitKey } = require('../lib/compare/shards/expected');
const { planShards } = require('../lib/compare/shards/plan-shards');
const { mulberry32, gaussian } = require('../test/helpers/random');

const UNITS = 10000;
const SHARDS = 100;
const SPREAD = 1; // of ln(time): the 95th percentile is 26 times the 5th
const KNOWN_TO = 0.3;
const MOST_OVER = { exact: 0.05, rough: 0.15 };

/** The excess of the longest shard over the mean, as a share; known: expected seconds, seconds: actual ones */
function longestOver(known, seconds) {
  const units = seconds.map((_, i) => ({ key: formatUnitKey(i), name: String(i) }));
  const plan = planShards(units, SHARDS, new Map(known.map((value, i) => [formatUnitKey(i), value])));
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
