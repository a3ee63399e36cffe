'use strict';

/* Assigns units to shards. Every machine computes the same plan, so that parts fit. */

const { createHash } = require('crypto');
const { estimateSeconds } = require('./expected');
const { maxOf, mean, minOf } = require('../../base/stats/sample');

const HASH_DIGITS = 16;

/** Longest unit first, to the least loaded shard (LPT; Graham 1969: at most 4/3 of the best). Shards count from 1. */
function splitUnits(seconds, count) {
  const loads = new Array(Math.min(count, seconds.length)).fill(0); // shards that no unit needs stay empty
  const shards = new Array(seconds.length);
  const longestFirst = [...seconds.keys()].sort((a, b) => seconds[b] - seconds[a] || a - b);
  for (const place of longestFirst) {
    const least = loads.indexOf(minOf(loads));
    loads[least] += seconds[place];
    shards[place] = least + 1;
  }
  return shards;
}

/** Units get seconds (null if none are known), isKnown and shard (from 1). hash: 16 digits, equal for equal plans. */
function planShards(units, count, known) {
  const { seconds, unknown } = estimateSeconds(units.map(({ key }) => key), known);
  const shards = splitUnits(seconds || units.map(() => 1), count);
  const planned = units.map((unit, i) => (
    { ...unit, seconds: seconds && seconds[i], isKnown: known.has(unit.key), shard: shards[i] }));
  const identity = [count, planned.map(({ key, shard }) => [key, shard])];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, HASH_DIGITS);
  const isTimed = seconds !== null;
  return { units: planned, count, unknown, isTimed, hash, load: loadOf(planned, count, isTimed) };
}

/** Places of the units of a shard, ascending. */
const listShardPlaces = ({ units }, index) => [...units.keys()].filter((place) => units[place].shard === index);

/** Work of one machine: longest and mean seconds (null without times), least and most units. */
function loadOf(units, count, isTimed) {
  const seconds = new Array(count).fill(0);
  const numbers = new Array(count).fill(0);
  for (const unit of units) {
    seconds[unit.shard - 1] += unit.seconds || 0;
    numbers[unit.shard - 1]++;
  }
  return {
    machines: count,
    longestSeconds: isTimed ? maxOf(seconds) : null, meanSeconds: isTimed ? mean(seconds) : null,
    leastUnits: minOf(numbers), mostUnits: maxOf(numbers),
  };
}

module.exports = { planShards, listShardPlaces, splitUnits };
