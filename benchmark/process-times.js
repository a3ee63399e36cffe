'use strict';

/* Times that processes might take, one of each, in the order in which they run: A B B A. Seeded, no clock is read. */

const { mulberry32, gaussian } = require('../test/helpers/random');

const { exp, log } = Math;

/**
 * Each is a function of random numbers that gives a function: the logarithm of the next process' time, beside that of
 * its test.
 */
const SCENARIOS = {
  normal: ({ draw }) => () => 0.02 * draw(),
  // One of eight was disturbed, by 3 % and more, at times by a multiple: Pareto's tail to one side.
  'heavy tail': ({ draw, uniform }) => () =>
    0.015 * draw() + (uniform() < 0.125 ? log(1 + 0.03 * (1 - uniform()) ** (-1 / 1.2)) : 0),
  skewed: ({ draw }) => () => 0.02 * (exp(0.8 * draw()) - 1),
  // 3 % over the run, a random walk of 0.4 % a step, 1 % of each process by itself.
  drift: ({ draw }, processes) => {
    let level = 0;
    return () => {
      level += 0.03 / processes + 0.004 * draw();
      return level + 0.01 * draw();
    };
  },
  // Code and objects lie in one of two ways, 5 % apart.
  'two humps': ({ draw, uniform }) => () => (uniform() < 0.5 ? 0.05 : 0) + 0.008 * draw(),
};

/**
 * @param {string} scenario a key of SCENARIOS, or 'unequal spread'
 * @param {{ count: number, ratio: number }} wanted processes a side; time of the first side over the second's
 * @param {object} random { uniform, draw }
 * @returns {[number[], number[]]} in the order of passes
 */
function timesOf(scenario, { count, ratio }, random) {
  const sides = [[], []];
  const isUnequal = scenario === 'unequal spread';
  const next = SCENARIOS[isUnequal ? 'normal' : scenario](random, 2 * count);
  for (let pass = 0; pass < count; pass++) {
    for (const side of pass & 1 ? [1, 0] : [0, 1]) {
      sides[side].push(100 * (side === 0 ? ratio : 1) * exp(next() * (isUnequal && side === 0 ? 3 : 1)));
    }
  }
  return sides;
}

/** @returns {{ uniform: function(): number, draw: function(): number }} */
function randomOf(seed) {
  const uniform = mulberry32(seed);
  return { uniform, draw: gaussian(uniform) };
}

module.exports = { timesOf, randomOf, NAMES: [...Object.keys(SCENARIOS), 'unequal spread'] };
