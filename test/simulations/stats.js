'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const sample = require('../../lib/stats/sample');

const { medianInterval, meanInterval, trimmedMean } = sample;

/** Not Array.from(), which takes several times as long: the simulations below draw millions of values. */
function range(n, valueOf) {
  const list = [];
  for (let i = 0; i < n; i++) list.push(valueOf(i));
  return list;
}

describe('stats: what holds for any sample', () => {

  // The same 2000 samples in every run, so the shares are exact: 93 to 98 % is what a nominal 95 % may be,
  // interpolation between order statistics included.
  const noise = {
    'normal, 2 %': (uniform01, normal) => () => 100 + 2 * normal(),
    'skewed (lognormal)': (uniform01, normal) => () => 100 * Math.exp(0.5 * normal()),
    'one in ten a spike': (uniform01, normal) => () => 100 + 2 * normal() + (uniform01() < 0.1 ? 100 : 0),
  };
  // The medians: 100, 100, and the value that 0.9 F(x) + 0.1 F(x - 100) = 1/2 has: F((x - 100) / 2) = 5/9.
  const truth = { 'normal, 2 %': 100, 'skewed (lognormal)': 100, 'one in ten a spike': 100 + 2 * 0.13971029888 };
  for (const name of Object.keys(noise)) {
    for (const n of [10, 30]) {
      it(`holds the median in 95 of 100 samples of ${n}: ${name}`, () => {
        const uniform01 = mulberry32(n);
        const draw = noise[name](uniform01, gaussian(uniform01));
        let held = 0;
        for (let trial = 0; trial < 2000; trial++) {
          const { low, high } = medianInterval(range(n, draw));
          if (low <= truth[name] && truth[name] <= high) held++;
        }
        expect(held / 2000).to.be.within(0.93, 0.98);
      });
    }
  }

  it('holds the mean in 95 of 100 normal samples, and is not too wide', () => {
    const normal = gaussian(mulberry32(11));
    let held = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const { low, high } = meanInterval(range(8, normal));
      if (low <= 0 && high >= 0) held++;
    }
    expect(held / 2000).to.be.within(0.93, 0.97);
  });
});

describe('stats/sample: trimmedMean', () => {

  it('holds the centre of normal noise in 95 of 100 samples of 24', () => {
    const draw = gaussian(mulberry32(24));
    let held = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const { low, high } = trimmedMean(range(24, draw));
      if (low <= 0 && high >= 0) held++;
    }
    expect(held / 2000).to.be.within(0.935, 0.965);
  });
});

// The same 2000 samples in every run, so the shares are exact.
describe('stats/sample: how often the interval of the median holds it', () => {
  const noise = {
    'normal, 2 %': (uniform, normal) => () => 100 + 2 * normal(),
    'skewed (lognormal)': (uniform, normal) => () => 100 * Math.exp(0.5 * normal()),
    'one in ten a spike': (uniform, normal) => () => 100 + 2 * normal() + (uniform() < 0.1 ? 100 : 0),
  };
  // As above: 0.9 F((x - 100) / 2) = 1/2.
  const truth = { 'normal, 2 %': 100, 'skewed (lognormal)': 100, 'one in ten a spike': 100 + 2 * 0.13971029888 };
  for (const name of Object.keys(noise)) {
    for (const n of [52, 300]) {
      it(`in 94 to 97 of 100 runs of ${n} rounds: ${name}`, () => {
        const uniform = mulberry32(1000 + n);
        const draw = noise[name](uniform, gaussian(uniform));
        let held = 0;
        for (let trial = 0; trial < 2000; trial++) {
          const { low, high } = medianInterval(range(n, draw));
          if (low <= truth[name] && truth[name] <= high) held++;
        }
        expect(held / 2000).to.be.within(0.94, 0.97);
      });
    }
  }
});
