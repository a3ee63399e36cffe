'use strict';

/* What saved files have of one run in parts: which part of the plan they are, or of which machines they were merged. */

const {
  orNull, optional, list, record, dependingOn, faultAt, number, atLeastZero, count, ordinal, text,
} = require('./shape');

const shard = record({
  index: ordinal, count: ordinal, units: count, places: list(count), plan: text, settings: record({}),
  revision: orNull(text), machine: text, task: orNull(text), files: optional(list(text)),
}, ({ index, count: shards, units, places }) => {
  if (index > shards) return faultAt(['index'], `at most ${shards}, as there are shards`, index);
  const at = places.findIndex((place, i) => place >= units || (i > 0 && place <= places[i - 1]));
  return at < 0 ? null : faultAt(['places', at], `a place below ${units}, above the one before`, places[at]);
});

// Of each kind what its words need; one that is not here comes from a later version.
const ODD_FIELDS = new Map([
  ['machine-disagrees', { differing: count }], ['machine-slower', { share: number }],
  ['machine-noisy', { times: number }],
].map(([kind, fields]) => [kind, record({ kind: text, machine: count, tests: ordinal, ...fields })]));
const oddMachine = dependingOn('kind', (kind) => ODD_FIELDS.get(kind) || record({ kind: text, machine: count }));

/** @param {object} environment its shape */
const partFields = (environment) => ({
  shard: optional(shard),
  plan: optional(text),
  machines: optional(list(record({ name: text, environment: orNull(environment), shards: list(ordinal) }))),
  oddMachines: optional(list(oddMachine)),
  missing: optional(record({ shards: list(ordinal), units: list(record({ shard: ordinal, name: text })) })),
});

/** Of each unit; seconds: that it took. */
const unitFields = { machine: optional(count), seconds: optional(orNull(atLeastZero)) };

/** What each machine says of a change. */
const blocks = optional(list(record({
  machine: count, ratio: number, low: orNull(number), high: orNull(number), processes: count,
})));

/**
 * @param {object} document
 * @param {string} name of the list of its units
 * @param {Array} [units] of which there is one for each place
 * @returns {object|null} a fault where the units are not those of the shard, or of a machine that is not there
 */
function partFault(document, name, units = document[name]) {
  const { shard: own, machines = [], [name]: all } = document;
  if (own && units.length !== own.places.length) {
    return faultAt(['shard', 'places'], `${units.length} of them, as there are ${name}`, own.places.length);
  }
  const at = all.findIndex(({ machine }) => machine !== undefined && !(machine < machines.length));
  return at < 0 ? null : faultAt([name, at, 'machine'], `one of ${machines.length} machines`, all[at].machine);
}

module.exports = { blocks, partFields, unitFields, partFault };
