'use strict';

/* Simulated times of processes on several machines, from seeded random numbers. */

const { inNs } = require('../test/helpers/sides-of-times');

const { exp } = Math;

const list = (count, valueOf) => Array.from({ length: count }, (_, i) => valueOf(i));

/**
 * One test on each machine.
 *
 * @param {{ level: number, spread: number }[]} machines level: relative time; spread: standard deviation of ln(time)
 * @param {{ processes: number, changeOf: function(number): number }} test processes: per side; changeOf: ln(time of
 *   the first side / time of the second side), per machine
 * @param {function(): number} draw from N(0, 1)
 * @returns {{ machine: number, first: number[], second: number[] }[]}
 */
function blocksOf(machines, { processes, changeOf }, draw) {
  return machines.map(({ level, spread }, machine) => {
    const timesOf = (change) => list(processes, () => 100 * level * exp(change + spread * draw()));
    return { machine, first: timesOf(changeOf(machine)), second: timesOf(0) };
  });
}

/** A test as lib/core/estimate/judge.js expects it. The second side of a block is the baseline. */
function testOf(blocks, name) {
  return {
    file: 'a.js', suite: 1, name, secondsEach: 0,
    blocks: blocks.map(({ machine, first, second }) => ({ machine, sides: [inNs(second), inNs(first)] })),
  };
}

module.exports = { blocksOf, testOf, list };
