'use strict';

/* Which files of suites are measured here, and which were before: a file is in one process, so it is not split. */

const { showPlans } = require('./plan');
const { keyOf } = require('../shards/expected');
const { counted } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

const isCut = ({ error, warnings }) => error !== null || warnings.some(({ code }) => code === 'interrupted');

/** The suites of files that came to their end without an error: those of all others are measured again. */
function suitesOver({ suites }) {
  const open = new Set(suites
    .filter(({ seconds, error, tests }) => typeof seconds !== 'number' || error !== null || tests.some(isCut))
    .map(({ file }) => file));
  return suites.filter(({ file }) => !open.has(file));
}

/**
 * @param {{ shown: string }[]} parts see measure.js
 * @param {object} sharding see sharding.js
 * @param {{ options: object, output: object }} command
 * @param {object} deps
 * @returns {{ own: object[], before: object[], shard: object|null, order: string[] }|null} own: those to be measured;
 *   before: suites that were; order: of all files that belong here. null where the plan has been shown in their place
 */
function partsHere(parts, sharding, { options, output }, deps) {
  const units = parts.map(({ shown }) => ({ key: keyOf(shown), name: shown }));
  if (sharding.isDry) {
    showPlans(sharding.plansOf(units), options, deps);
    return null;
  }
  const { places, shard } = sharding.split(units);
  const order = places.map((place) => parts[place].shown);
  const document = sharding.openBefore('results');
  const why = document && sharding.whyAnew(document, shard, [{ source: null, environment: deps.sysinfo() }]);
  if (why) output.error(why);
  const before = document && !why ? suitesOver(document) : [];
  const other = before.find(({ file }) => !order.includes(file));
  if (other) {
    throw new UsageError(`${options.save} has figures of ${other.file}, which is not to be run now: --resume goes on ` +
      'with the same command');
  }
  const over = new Set(before.map(({ file }) => file));
  const own = places.map((place) => parts[place]).filter(({ shown }) => !over.has(shown));
  if (over.size) output.error(`note: ${counted(over.size, 'file was', 'files were')} measured before, and ` +
    `${own.length} left (${options.save})`);
  return { own, before, shard: shard && { ...shard, files: order }, order };
}

module.exports = { partsHere };
