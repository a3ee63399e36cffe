'use strict';

/* All that is to be measured, and which shard measures it: the same on every machine, or it cannot be put together. */

const { createHash } = require('crypto');
const { expectedOf } = require('./expected');
const { splitUnits } = require('./split');

const { max, min } = Math;

const HASH_DIGITS = 16;

/**
 * @param {{ key: string, name: string }[]} units in the order in which one machine would measure them
 * @param {number} count of shards
 * @param {Map<string, number>} known seconds of some of them, see expected.js
 * @returns {{ units: object[], count: number, unknown: number, isTimed: boolean, hash: string, load: object }} units
 *   with seconds (null where nothing is known of any), isKnown, shard (from 1); hash: 16 hexadecimal digits, of equal
 *   plans the same;
 *   load: see loadOf
 */
function planOf(units, count, known) {
  const { seconds, unknown } = expectedOf(units.map(({ key }) => key), known);
  const shards = splitUnits(seconds || units.map(() => 1), count);
  const planned = units.map((unit, i) => (
    { ...unit, seconds: seconds && seconds[i], isKnown: known.has(unit.key), shard: shards[i] }));
  const identity = [count, planned.map(({ key, shard }) => [key, shard])];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, HASH_DIGITS);
  const plan = { units: planned, count, unknown, isTimed: seconds !== null, hash };
  return { ...plan, load: loadOf(plan) };
}

/** Places of the units of a shard, ascending. */
const placesOf = ({ units }, index) => [...units.keys()].filter((place) => units[place].shard === index);

/**
 * What so many machines would have to do.
 *
 * @returns {{ machines: number, longestSeconds: number|null, meanSeconds: number|null, leastUnits: number, mostUnits:
 *   number }} of one of them; no seconds where no times are known
 */
function loadOf({ units, count, isTimed }) {
  const shards = Array.from({ length: count }, () => ({ units: 0, seconds: 0 }));
  for (const { seconds, shard } of units) {
    shards[shard - 1].units++;
    shards[shard - 1].seconds += seconds || 0;
  }
  const most = (key) => shards.reduce((value, one) => max(value, one[key]), 0);
  return {
    machines: count,
    longestSeconds: isTimed ? most('seconds') : null,
    meanSeconds: isTimed ? shards.reduce((sum, { seconds }) => sum + seconds, 0) / count : null,
    leastUnits: shards.reduce((value, one) => min(value, one.units), Infinity),
    mostUnits: most('units'),
  };
}

module.exports = { planOf, placesOf };
