'use strict';

/* On which machines the parts of a run were measured. */

const { differencesOf } = require('../system/fingerprint');

/** The environment that a document was measured in: of its sides the first that is known. */
function environmentOf({ environment = null, sides = [] }) {
  return environment || sides.map((side) => side.environment).find((one) => one) || null;
}

/** Of one name, and with nothing that makes them incomparable: hosts in a cloud have names that come again. */
function isSame(machine, { name, environment }) {
  return machine.name === name
    && !differencesOf([machine.environment, environment]).some(({ forbids }) => forbids);
}

/**
 * @param {{ document: object }[]} sources of shards, by their index
 * @returns {{ machines: object[], machineOf: number[] }} machines: { name, environment: object or null, shards: their
 *   indices }; machineOf: index of the machine of each source
 */
function machinesOf(sources) {
  const machines = [];
  const machineOf = sources.map(({ document }) => {
    const { shard: { index, machine: name } } = document;
    const own = { name, environment: environmentOf(document), shards: [] };
    let at = machines.findIndex((machine) => isSame(machine, own));
    if (at < 0) at = machines.push(own) - 1;
    if (!machines[at].shards.includes(index)) machines[at].shards.push(index);
    return at;
  });
  return { machines, machineOf };
}

module.exports = { environmentOf, machinesOf };
