'use strict';

/* Intervals hold the truth as often as they say. */

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { medianWithInterval, meanWithInterval } = require('../../lib/stats/sample');

function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

// The same lists in every run, so that the shares are exact.
describe('stats/sample: how often centre and interval by one rule hold the truth', () => {
  const RUNS = 2000;

  function heldOf(intervalOf, n, correlation, seed) {
    const normal = gaussian(mulberry32(seed));
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      let last = normal();
      const values =
        range(n, (i) => { if (i) last =
          correlation * last + Math.sqrt(1 - correlation ** 2) * normal(); return last; });
      const { low, high } = intervalOf(values);
      if (low <= 0 && high >= 0) held++;
    }
    return held / RUNS;
  }

  for (const [name, intervalOf] of [['median', medianWithInterval], ['mean', meanWithInterval]]) {
    for (const n of [20, 52, 300]) {
      it(`in 94 to 97 of 100 lists of ${n} independent values: ${name}`, () => {
        expect(heldOf(intervalOf, n, 0, 2)).to.be.within(0.94, 0.97);
      });
    }
    // Of 52 values with a correlation of 0.6 are 13 left, and what these say of their correlation is little.
    for (const [n, correlation, least] of [[52, 0.3, 0.92], [52, 0.6, 0.88], [300, 0.3, 0.94], [300, 0.6, 0.94]]) {
      it(`in ${100 * least} of 100 lists of ${n} values with a correlation of ${correlation}: ${name}`, () => {
        expect(heldOf(intervalOf, n, correlation, 2)).to.be.within(least, 0.97);
      });
    }
  }
});
