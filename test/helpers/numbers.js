'use strict';

const { expect } = require('chai');

/** Not Array.from(), which takes ten times as long: simulations draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

/** Within 1e-9 relative; if the truth is 0, within 1e-14. */
function near(actual, expected, what) {
  const allowed = expected === 0 ? 1e-14 : 1e-9 * Math.abs(expected);
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).to.be.at.most(allowed);
}

module.exports = { range, near };
