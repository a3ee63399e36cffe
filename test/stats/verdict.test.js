'use strict';

const { expect } = require('chai');
const { mulberry32 } = require('../helpers/random');
const { verdictOf, timesLonger, affordable, noiseFloor } = require('../../lib/stats/verdict');

const none = { margin: 0.002, floor: 0 };
const one = { margin: 0.002, floor: 0.01 }; // an A/A twin differed by 1 %
const times = { margin: 0.05, floor: 0.01 };

/** An interval that is symmetric on the log scale. */
const around = (ratio, half) => ({ ratio, low: ratio * Math.exp(-half), high: ratio * Math.exp(half) });

describe('stats/verdict: verdictOf', () => {
  // [low, high, limits, verdict]; 1 / 1.002 = 0.998004, 1 / 1.01 = 0.990099, 1 / 1.05 = 0.952381
  const table = [
    // Without a floor: 'same' within 0.998004..1.002, else by the side of 1.
    [0.999, 1.001, none, 'same'],
    [1.0005, 1.0015, none, 'same'], // certainly slower, and too little to matter
    [0.9985, 0.9995, none, 'same'], // the same for faster
    [0.9981, 1.0019, none, 'same'],
    [0.998, 1.001, none, 'unresolved'], // 0.998 < 0.998004: the margin is the same on the log scale, not the plain one
    [0.999, 1.0021, none, 'unresolved'],
    [1.0001, 1.003, none, 'slower'],
    [1.5, 1.6, none, 'slower'],
    [0.997, 0.9999, none, 'faster'],
    [0.2, 0.5, none, 'faster'],
    [1, 1.1, none, 'unresolved'], // an end at 1 does not exclude 1
    [0.9, 1, none, 'unresolved'],
    [0.5, 2, none, 'unresolved'],
    [1, 1, none, 'same'],
    // With a floor of 1 % above the margin: nothing is the same, and only what lies outside 0.990099..1.01 is a
    // difference.
    [1.003, 1.009, one, 'unresolved'],
    [0.9902, 1.0099, one, 'unresolved'],
    [0.999, 1.001, one, 'unresolved'],
    [1, 1, one, 'unresolved'],
    [0.99, 1.005, one, 'unresolved'],
    [1.005, 1.015, one, 'unresolved'],
    [1.0101, 1.02, one, 'slower'],
    [1.0099, 1.02, one, 'unresolved'], // excludes 1, but not what the noise can do
    [0.98, 0.99, one, 'faster'],
    [0.98, 0.9902, one, 'unresolved'],
    // A margin above the floor: the same up to 5 %, a difference from 1 % on where the interval reaches beyond 5 %.
    [1.02, 1.04, times, 'same'],
    [1.02, 1.06, times, 'slower'],
    [0.953, 1.049, times, 'same'],
    [0.952, 0.98, times, 'faster'],
    [1.005, 1.06, times, 'unresolved'],
    // Neither margin nor floor: nothing is the same.
    [1, 1, { margin: 0, floor: 0 }, 'unresolved'],
    [0.9999, 1.0001, { margin: 0, floor: 0 }, 'unresolved'],
    [1.0001, 1.0002, { margin: 0, floor: 0 }, 'slower'],
    // No margin, a floor of 1 %.
    [0.999, 1.001, { margin: 0, floor: 0.01 }, 'unresolved'],
    // A floor as wide as the margin, as of saved results.
    [0.96, 1.04, { margin: 0.05, floor: 0.05 }, 'same'],
    [0.95, 1.04, { margin: 0.05, floor: 0.05 }, 'unresolved'],
    [0.96, 1.04, { margin: 0.05, floor: 0.050001 }, 'unresolved'],
    [1.051, 1.2, { margin: 0.05, floor: 0.05 }, 'slower'],
  ];
  for (const [low, high, limits, verdict] of table) {
    const { margin, floor } = limits;
    it(`says ${verdict} of ${low}..${high} at a margin of ${margin} and a floor of ${floor}`, () => {
      expect(verdictOf({ ratio: Math.sqrt(low * high), low, high }, limits)).to.equal(verdict);
    });
  }

  it('takes the very ends of the margin for the same, and of the floor for no difference', () => {
    expect(verdictOf({ ratio: 1, low: 1 / 1.002, high: 1.002 }, none)).to.equal('same');
    expect(verdictOf({ ratio: 1.02, low: 1.01, high: 1.03 }, one)).to.equal('unresolved');
    expect(verdictOf({ ratio: 0.98, low: 0.97, high: 1 / 1.01 }, one)).to.equal('unresolved');
  });

  it('takes a floor not given for none', () => {
    expect(verdictOf({ ratio: 1.005, low: 1.003, high: 1.007 }, { margin: 0.002 })).to.equal('slower');
    expect(timesLonger(around(1.05, 0.1), { margin: 0.002 })).to.equal(timesLonger(around(1.05, 0.1), none));
  });

  it('resolves nothing without an interval', () => {
    for (const [ratio, low, high] of [
        [1.5, null, null], [null, null, null], [0.5, null, 1.1], [1.5, 0.9, null], [NaN, NaN, NaN]]) {
      expect(verdictOf({ ratio, low, high }, none)).to.equal('unresolved');
      expect(timesLonger({ ratio, low, high }, none)).to.equal(null);
    }
  });
});

describe('stats/verdict: timesLonger', () => {
  it('asks for as many rounds as exclude 1', () => {
    // ln 1.05 = 0.048790, the half-width 0.1: (0.1 / 0.048790)^2 = 4.2007. The margin is farther: it would
    // take -0.0468, which no number reaches.
    expect(timesLonger(around(1.05, 0.1), none)).to.be.closeTo(4.2007, 1e-3);
    expect(timesLonger(around(1 / 1.05, 0.1), none)).to.be.closeTo(4.2007, 1e-3);
  });

  it('asks for as many rounds as fit into the margin, where that is easier', () => {
    // ln 1.002 = 0.001998. At a ratio of 1: (0.02 / 0.001998)^2 = 100.2.
    expect(timesLonger(around(1, 0.02), none)).to.be.closeTo(100.2, 0.01);
    // At 1.0005, ln = 0.00049988: 0.001998 - 0.0004999 = 0.0014981 are left: (0.02 / 0.0014981)^2 = 178.22.
    expect(timesLonger(around(1.0005, 0.02), none)).to.be.closeTo(178.22, 0.05);
    expect(timesLonger(around(1 / 1.0005, 0.02), none)).to.be.closeTo(178.22, 0.05);
    // At 1.0015, ln = 0.0014989: by excluding 1, (0.02 / 0.0014989)^2 = 178.04; the margin would take 1605.
    expect(timesLonger(around(1.0015, 0.02), none)).to.be.closeTo(178.04, 0.05);
  });

  it('counts from the floor where there is one', () => {
    // ln 1.05 - ln 1.01 = 0.048790 - 0.009950 = 0.038840: (0.1 / 0.038840)^2 = 6.629.
    expect(timesLonger(around(1.05, 0.1), one)).to.be.closeTo(6.629, 1e-3);
    expect(timesLonger(around(1 / 1.05, 0.1), one)).to.be.closeTo(6.629, 1e-3);
    // Inside a floor that is above the margin nothing is ever said.
    expect(timesLonger(around(1.005, 0.1), one)).to.equal(null);
    expect(timesLonger(around(1, 0.1), one)).to.equal(null);
    // A margin of 5 % above a floor of 1 %: at 1.02, 0.048790 - 0.019803 = 0.028988: (0.1 / 0.028988)^2 = 11.90.
    expect(timesLonger(around(1.02, 0.1), times)).to.be.closeTo(11.90, 0.01);
  });

  it('follows either end by itself where the interval is not symmetric', () => {
    const skewed = { ratio: 1.05, low: 1.05 * Math.exp(-0.1), high: 1.05 * Math.exp(0.5) };
    expect(timesLonger(skewed, none)).to.be.closeTo(4.2007, 1e-3);
    // Only the lower end, 0.1 away, has to come out of the zone below 1: it is the upper one there.
    const turned = { ratio: 1 / 1.05, low: Math.exp(-0.5) / 1.05, high: Math.exp(0.1) / 1.05 };
    expect(timesLonger(turned, none)).to.be.closeTo(4.2007, 1e-3);
    // Into the margin both have to come: the farther one counts, (0.06 / 0.001998)^2 = 901.8.
    expect(timesLonger({ ratio: 1, low: Math.exp(-0.06), high: Math.exp(0.02) }, none)).to.be.closeTo(901.8, 0.1);
    expect(timesLonger({ ratio: 1, low: Math.exp(-0.02), high: Math.exp(0.06) }, none)).to.be.closeTo(901.8, 0.1);
  });

  it('says null where no number of rounds would do', () => {
    expect(timesLonger(around(1.01, 0.1), one), 'on the edge of the floor').to.equal(null);
    expect(timesLonger(around(1 / 1.01, 0.1), one), 'on its other edge').to.equal(null);
    expect(timesLonger(around(1, 0.1), { margin: 0, floor: 0 }), 'no margin, no difference').to.equal(null);
    expect(timesLonger({ ratio: 1.05, low: 0, high: Infinity }, none), 'no bounds').to.equal(null);
  });

  it('gives up an hour', () => {
    expect([0, 3600, 3600.1, Infinity, NaN].map(affordable)).to.deep.equal([0, 3600, null, null, null]);
  });

  it('says null beyond a million times', () => {
    // With neither margin nor floor: (half / ln ratio)^2, at ln ratio = 0.0001.
    const tiny = (half) => timesLonger(around(Math.exp(0.0001), half), { margin: 0, floor: 0 });
    expect(tiny(0.0999)).to.be.closeTo(998001, 1);
    expect(tiny(0.1001)).to.equal(null);
  });

  it('asks for more than there is where nothing is resolved, and for enough', () => {
    const uniform = mulberry32(77);
    let open = 0;
    for (let trial = 0; trial < 3000; trial++) {
      const ratio = Math.exp(0.1 * (uniform() - 0.5));
      const below = 0.1 * uniform();
      const above = 0.1 * uniform();
      const shrunk = (by) => ({ ratio, low: ratio * Math.exp(-below / by), high: ratio * Math.exp(above / by) });
      const limits = { margin: 0.02 * uniform(), floor: uniform() < 0.5 ? 0 : 0.03 * uniform() };
      if (verdictOf(shrunk(1), limits) !== 'unresolved') continue;
      const factor = timesLonger(shrunk(1), limits);
      if (factor === null) continue;
      open++;
      expect(factor).to.be.at.least(1);
      expect(verdictOf(shrunk(Math.sqrt(factor) * 0.999), limits), 'fewer rounds').to.equal('unresolved');
      expect(verdictOf(shrunk(Math.sqrt(factor) * 1.001), limits), 'that many').to.not.equal('unresolved');
    }
    expect(open).to.be.above(1000);
  });

  it('turns with the comparison: the other way round, slower is faster', () => {
    const uniform = mulberry32(78);
    const opposite = { slower: 'faster', faster: 'slower', same: 'same', unresolved: 'unresolved' };
    for (let trial = 0; trial < 1000; trial++) {
      const ratio = Math.exp(0.06 * (uniform() - 0.5));
      const forth = { ratio, low: ratio * Math.exp(-0.02 * uniform()), high: ratio * Math.exp(0.02 * uniform()) };
      const back = { ratio: 1 / ratio, low: 1 / forth.high, high: 1 / forth.low };
      for (const limits of [none, one, times]) {
        expect(verdictOf(back, limits)).to.equal(opposite[verdictOf(forth, limits)]);
        const factor = timesLonger(forth, limits);
        if (factor !== null) expect(timesLonger(back, limits) / factor).to.be.closeTo(1, 1e-6);
      }
    }
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
  });

  it('stays above what the comparison does not know, where both came out equal by chance', () => {
    const { floor } = noiseFloor([-0.05, 0.05, -0.05, 0.05]);
    // sqrt(0.01 / 3 / 4)
    expect(floor).to.be.closeTo(Math.expm1(0.028867513459481287), 1e-12);
  });

  it('leaves out a fifth at each end from five differences on', () => {
    const calm = noiseFloor([0.001, 0.002, 0.003, 0.002, 0.001]);
    const disturbed = noiseFloor([0.001, 0.002, 0.5, 0.002, 0.001]);
    expect(disturbed.floor).to.be.below(2 * calm.floor);
  });

  it('needs two differences, and leaves out what is none', () => {
    const nothing = { floor: null, low: null, high: null };
    for (const differences of [[], [0.01], [0.01, NaN], [Infinity, -Infinity, 0.1]]) {
      expect(noiseFloor(differences)).to.deep.equal(nothing);
    }
    expect(noiseFloor([0.01, NaN, 0.01]).floor).to.be.closeTo(Math.expm1(0.01), 1e-12);
    expect(noiseFloor(Float64Array.of(0, 0))).to.deep.equal({ floor: 0, low: 0, high: 0 });
  });
});
