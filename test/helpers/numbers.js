'use strict';

const { expect } = require('chai');

/** Like Array.from({ length: n }), but ten times as fast: simulations draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

/** The share of trials in which isHit(trial) is true */
function shareOf(trials, isHit) {
  let hits = 0;
  for (let trial = 0; trial < trials; trial++) if (isHit(trial)) hits++;
  return hits / trials;
}

/** Whether an interval contains the true value */
const holds = ({ low, high }, truth) => low <= truth && truth <= high;

/** Two standard errors of a share */
const slack = (share, trials) => 2 * Math.sqrt(share * (1 - share) / trials);

/** Expects a relative error of at most 1e-9; if 0 is expected, an absolute error of at most 1e-14. */
function near(actual, expected, what) {
  const allowed = expected === 0 ? 1e-14 : 1e-9 * Math.abs(expected);
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).to.be.at.most(allowed);
}

/** near() for each property of `expected` */
function nearEach(actual, expected, what = '') {
  for (const name of Object.keys(expected)) near(actual[name], expected[name], `${what} ${name}`);
}

module.exports = { holds, near, nearEach, range, shareOf, slack };
