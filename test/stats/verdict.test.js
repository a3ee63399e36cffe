'use strict';

const { expect } = require('chai');
const { decideVerdict, timesLonger, affordable, noiseFloor } = require('#lib/base/stats/verdict');

const none = { margin: 0.002, floor: 0 };
const one = { margin: 0.002, floor: 0.01 };
const times = { margin: 0.05, floor: 0.01 };
const saved = { margin: 0.05, floor: 0.05 };
const nothing = { margin: 0, floor: 0 };

/** An interval that is symmetric on the log scale. */
const around = (ratio, half) => ({ ratio, low: ratio * Math.exp(-half), high: ratio * Math.exp(half) });

describe('stats/verdict: decideVerdict', () => {
  // 1 / 1.002 = 0.998004, 1 / 1.01 = 0.990099, 1 / 1.05 = 0.952381
  const table = [
    // Without a floor: 'same' within 0.998004..1.002, else by the side of 1.
    [0.999, 1.001, none, 'same'], [1.0005, 1.0015, none, 'same'], [0.9985, 0.9995, none, 'same'],
    [1 / 1.002, 1.002, none, 'same'], [0.998, 1.001, none, 'unresolved'], [0.999, 1.0021, none, 'unresolved'],
    [1.0001, 1.003, none, 'slower'], [0.997, 0.9999, none, 'faster'], [0.5, 2, none, 'unresolved'],
    // An end at 1 does not exclude 1.
    [1, 1.1, none, 'unresolved'], [0.9, 1, none, 'unresolved'],
    // A floor above the margin: nothing is the same, and a difference is outside 0.990099..1.01.
    [1.003, 1.009, one, 'unresolved'], [1, 1, one, 'unresolved'], [1.005, 1.015, one, 'unresolved'],
    [1.0101, 1.02, one, 'slower'], [1.01, 1.03, one, 'unresolved'], [0.98, 0.99, one, 'faster'],
    [0.97, 1 / 1.01, one, 'unresolved'],
    // A margin above the floor: the same up to 5 %, a difference above 1 % if the interval reaches beyond 5 %.
    [1.02, 1.04, times, 'same'], [1.02, 1.06, times, 'slower'], [0.953, 1.049, times, 'same'],
    [0.952, 0.98, times, 'faster'], [1.005, 1.06, times, 'unresolved'],
    // No margin: nothing is the same.
    [1, 1, nothing, 'unresolved'], [1.0001, 1.0002, nothing, 'slower'],
    // A floor equal to the margin, as for saved results.
    [0.96, 1.04, saved, 'same'], [0.95, 1.04, saved, 'unresolved'], [1.051, 1.2, saved, 'slower'],
    [0.96, 1.04, { margin: 0.05, floor: 0.050001 }, 'unresolved'],
    // No floor given, and no interval.
    [1.003, 1.007, { margin: 0.002 }, 'slower'], [null, null, none, 'unresolved'], [null, 1.1, none, 'unresolved'],
    [0.9, null, none, 'unresolved'], [NaN, NaN, none, 'unresolved'],
  ];
  for (const [low, high, limits, verdict] of table) {
    it(`is ${verdict} for ${low}..${high} with ${JSON.stringify(limits)}`, () => {
      expect(decideVerdict({ low, high }, limits)).to.equal(verdict);
    });
  }
});

describe('stats/verdict: timesLonger', () => {
  it('is the factor of rounds that excludes 1 or fits into the margin', () => {
    const skewed = (ratio, below, above) => ({ ratio, low: ratio * Math.exp(-below), high: ratio * Math.exp(above) });
    for (const [interval, limits, factor] of [
      // ln 1.05 = 0.048790, the half-width 0.1: (0.1 / 0.048790)^2; the margin is out of reach.
      [around(1.05, 0.1), none, 4.2007], [around(1.05, 0.1), { margin: 0.002 }, 4.2007],
      // ln 1.002 = 0.001998. At a ratio of 1: (0.02 / 0.001998)^2
      [around(1, 0.02), none, 100.2],
      // At 1.0005, ln = 0.00049988: 0.0014981 are left: (0.02 / 0.0014981)^2
      [around(1.0005, 0.02), none, 178.22],
      // At 1.0015, ln = 0.0014989: by excluding 1, (0.02 / 0.0014989)^2; the margin would take 1605.
      [around(1.0015, 0.02), none, 178.04],
      // From the floor: ln 1.05 - ln 1.01 = 0.038840: (0.1 / 0.038840)^2
      [around(1.05, 0.1), one, 6.629],
      // A margin of 5 % above a floor of 1 %: at 1.02, 0.048790 - 0.019803 = 0.028988: (0.1 / 0.028988)^2
      [around(1.02, 0.1), times, 11.90],
      // Each end separately: only the lower end must reach 1.
      [skewed(1.05, 0.1, 0.5), none, 4.2007],
      // Both have to reach the margin: (0.06 / 0.001998)^2
      [skewed(1, 0.06, 0.02), none, 901.8],
      // Without margin and floor: up to a million times
      [around(Math.exp(0.0001), 0.0999), nothing, 998001],
    ]) {
      const { ratio, low, high } = interval;
      expect(timesLonger(interval, limits)).to.be.closeTo(factor, 3e-4 * factor);
      // The other way round
      expect(timesLonger({ ratio: 1 / ratio, low: 1 / high, high: 1 / low }, limits))
        .to.be.closeTo(factor, 3e-4 * factor);
    }
  });

  it('is null if no number of rounds suffices, or only more than a million times as many', () => {
    for (const [interval, limits] of [
      [around(1.005, 0.1), one], [around(1, 0.1), one], [around(1.01, 0.1), one], [around(1 / 1.01, 0.1), one],
      [around(1, 0.1), nothing], [{ ratio: 1.05, low: 0, high: Infinity }, none],
      [around(Math.exp(0.0001), 0.1001), nothing], [{ ratio: 1.5, low: null, high: null }, none],
      [{ ratio: null, low: 0.5, high: 1 }, none], [{ ratio: 0.5, low: null, high: 1.1 }, none],
      [{ ratio: 1.5, low: 0.9, high: null }, none], [{ ratio: NaN, low: NaN, high: NaN }, none],
    ]) {
      expect(timesLonger(interval, limits), JSON.stringify(interval)).to.equal(null);
    }
    expect([0, 3600, 3600.1, Infinity, NaN].map(affordable)).to.deep.equal([0, 3600, null, null, null]);
  });
});

describe('stats/verdict: noiseFloor', () => {
  it('is the root mean square of the mean difference and its standard error', () => {
    // Mean 0.02, variance 0.0001, standard error 0.01 / sqrt 3; t(0.975, 2) = 4.30265
    const error = 0.01 / Math.sqrt(3);
    const { floor, low, high } = noiseFloor([0.01, 0.02, 0.03]);
    expect(floor).to.be.closeTo(Math.expm1(Math.hypot(0.02, error)), 1e-12);
    expect(low).to.equal(0);
    expect(high).to.be.closeTo(Math.expm1(0.02 + 4.302652729749464 * error), 1e-9);
    expect(noiseFloor([-0.01, -0.02, -0.03]).floor).to.be.closeTo(floor, 1e-15);
    // Equal by chance: sqrt(0.01 / 3 / 4)
    expect(noiseFloor([-0.05, 0.05, -0.05, 0.05]).floor).to.be.closeTo(Math.expm1(0.028867513459481287), 1e-12);
    expect(noiseFloor([0.1, 0.1001, 0.0999]).low).to.be.within(0.1, 0.11);
    // Without a fifth at each end
    const calm = noiseFloor([0.001, 0.002, 0.003, 0.002, 0.001]);
    expect(noiseFloor([0.001, 0.002, 0.5, 0.002, 0.001]).floor).to.be.below(2 * calm.floor);
  });

  it('needs two finite differences', () => {
    for (const differences of [[], [0.01], [0.01, NaN], [Infinity, -Infinity, 0.1]]) {
      expect(noiseFloor(differences)).to.deep.equal({ floor: null, low: null, high: null });
    }
    expect(noiseFloor([0.01, NaN, 0.01]).floor).to.be.closeTo(Math.expm1(0.01), 1e-12);
    expect(noiseFloor(Float64Array.of(0, 0))).to.deep.equal({ floor: 0, low: 0, high: 0 });
  });
});
