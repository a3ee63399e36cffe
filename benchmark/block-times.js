'use strict';

/* Times that processes might take on several machines. Seeded, no clock is read. */

const { inNs } = require('../test/helpers/sides-of-times');

const { exp } = Math;

const list = (count, valueOf) => Array.from({ length: count }, (_, i) => valueOf(i));

/**
 * One test on each machine.
 *
 * @param {{ level: number, spread: number }[]} machines level: its times over those of others; spread: standard
 *   deviation of the logarithm
 * @param {{ processes: number, changeOf: function(number): number }} test processes a side; changeOf: logarithm of the
 *   first side's time over the second's, on each machine
 * @param {function(): number} draw from N(0, 1)
 * @returns {{ machine: number, first: number[], second: number[] }[]}
 */
function blocksOf(machines, { processes, changeOf }, draw) {
  return machines.map(({ level, spread }, machine) => {
    const timesOf = (change) => list(processes, () => 100 * level * exp(change + spread * draw()));
    return { machine, first: timesOf(changeOf(machine)), second: timesOf(0) };
  });
}

/** What the judge is told of such blocks: the second side is what the first is compared with. */
function testOf(blocks, name) {
  return {
    file: 'a.js', suite: 1, name, secondsEach: 0,
    blocks: blocks.map(({ machine, first, second }) => ({ machine, sides: [inNs(second), inNs(first)] })),
  };
}

module.exports = { blocksOf, testOf, list };
