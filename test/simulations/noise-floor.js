'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { noiseFloor } = require('../../lib/stats/verdict');

describe('stats/verdict: noiseFloor', () => {
  it('lies in its interval, which holds the true difference in 95 of 100 cases', () => {
    const draw = gaussian(mulberry32(11));
    let held = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const truth = trial % 2 ? 0.03 : 0.004;
      const differences = Array.from({ length: 2 + trial % 9 }, () => truth + 0.01 * draw());
      const { floor, low, high } = noiseFloor(differences);
      expect(floor).to.be.within(low, high);
      if (Math.expm1(truth) >= low && Math.expm1(truth) <= high) held++;
    }
    expect(held / 2000).to.be.within(0.935, 0.985);
  });
});
