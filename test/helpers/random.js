'use strict';

/** Reproducible random numbers: mulberry32, checked against a reference in stats/sample.test.js. */
function mulberry32(seed) {
  let state = seed | 0;
  return function uniform() {
    state = state + 0x6d2b79f5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

/** Draws from N(0, 1), by Box and Muller. */
function gaussian(uniform) {
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

module.exports = { mulberry32, gaussian };
