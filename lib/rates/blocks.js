'use strict';

/* Configurations that several machines have measured: in a document of rates each machine has an entry of its own. */

const { groupedBy } = require('../text/grouped-by');

/** What all machines have of a side, one machine after the other. Instructions are the same on each. */
function joinedSide(sides) {
  const known = sides.filter(Boolean);
  if (known.length === 0) return null;
  const first = known.find(({ counts }) => counts) || known[0];
  const all = (name) => known.flatMap((side) => side[name]);
  // Each machine has an order of its own.
  return { ...first, places: undefined, rates: all('rates'), seconds: all('seconds'), errors: all('errors') };
}

function joined(own) {
  const [first] = own;
  if (own.length === 1) return first;
  const sides = first.sides.map((_, at) => joinedSide(own.map((one) => one.sides[at])));
  const blocks = own.map((one) => ({ machine: one.machine, sides: one.sides }));
  return { ...first, machine: undefined, sides, blocks };
}

/**
 * @param {object} rates a document
 * @returns {object[]} its configurations, each once; `blocks` of those that several machines have measured, { machine,
 *   sides }, and their sides are those of all machines together
 */
function configurationsOf({ configurations, machines }) {
  if (!machines) return configurations;
  const groups = groupedBy(configurations, ({ file, configuration }) => JSON.stringify([file, configuration]));
  return [...groups.values()].map(joined);
}

module.exports = { configurationsOf };
