'use strict';

const { expect } = require('chai');
const { noiseFloor } = require('../../lib/stats/noise-floor');

describe('stats/noise-floor', () => {
  it('is the root mean square of the mean difference and its standard error', () => {
    // Mean 0.02, variance 0.0001, standard error 0.01 / sqrt 3; t(0.975, 2) = 4.30265
    const error = 0.01 / Math.sqrt(3);
    const { floor, low, high } = noiseFloor({ differences: [0.01, 0.02, 0.03] });
    expect(floor).to.be.closeTo(Math.expm1(Math.hypot(0.02, error)), 1e-12);
    expect(low).to.equal(0);
    expect(high).to.be.closeTo(Math.expm1(0.02 + 4.302652729749464 * error), 1e-9);
    expect(noiseFloor({ differences: [-0.01, -0.02, -0.03] }).floor).to.be.closeTo(floor, 1e-15);
  });

  it('stays above what the comparison does not know, where both came out equal by chance', () => {
    const { floor } = noiseFloor({ differences: [-0.05, 0.05, -0.05, 0.05] });
    // sqrt(0.01 / 3 / 4)
    expect(floor).to.be.closeTo(Math.expm1(0.028867513459481287), 1e-12);
  });

  it('leaves out a fifth at each end from five differences on', () => {
    const calm = noiseFloor({ differences: [0.001, 0.002, 0.003, 0.002, 0.001] });
    const disturbed = noiseFloor({ differences: [0.001, 0.002, 0.5, 0.002, 0.001] });
    expect(disturbed.floor).to.be.below(2 * calm.floor);
  });

  it('needs two differences, and leaves out what is none', () => {
    const nothing = { floor: null, low: null, high: null };
    for (const differences of [[], [0.01], [0.01, NaN], [Infinity, -Infinity, 0.1]]) {
      expect(noiseFloor({ differences })).to.deep.equal(nothing);
    }
    expect(noiseFloor({ differences: [0.01, NaN, 0.01] }).floor).to.be.closeTo(Math.expm1(0.01), 1e-12);
    expect(noiseFloor({ differences: Float64Array.of(0, 0) })).to.deep.equal({ floor: 0, low: 0, high: 0 });
  });
});
