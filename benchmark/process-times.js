'use strict';

/* Simulated times of processes in the order A B B A, from seeded random numbers. */

const { mulberry32, gaussian } = require('../test/helpers/random');

const { exp, log } = Math;

/** Each takes random numbers, and returns a function for ln(time of the next process / time of its test). */
const SCENARIOS = {
  normal: ({ draw }) => () => 0.02 * draw(),
  // One of eight is disturbed by at least 3 %: a one-sided Pareto tail.
  'heavy tail': ({ draw, uniform }) => () =>
    0.015 * draw() + (uniform() < 0.125 ? log(1 + 0.03 * (1 - uniform()) ** (-1 / 1.2)) : 0),
  skewed: ({ draw }) => () => 0.02 * (exp(0.8 * draw()) - 1),
  // 3 % over the run, a random walk of 0.4 % per step, and independent noise of 1 %.
  drift: ({ draw }, processes) => {
    let level = 0;
    return () => {
      level += 0.03 / processes + 0.004 * draw();
      return level + 0.01 * draw();
    };
  },
  // two memory layouts with times 5 % apart
  'two humps': ({ draw, uniform }) => () => (uniform() < 0.5 ? 0.05 : 0) + 0.008 * draw(),
};

/**
 * @param {string} scenario a key of SCENARIOS, or 'unequal spread'
 * @param {{ count: number, ratio: number }} wanted count: processes per side; ratio: time of the first side / second
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
