'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { complexity, isClear } = require('../../lib/stats/complexity');

const CLASSES = {
  1: () => 1, 'log n': Math.log2, 'sqrt n': Math.sqrt, n: (n) => n, 'n log n': (n) => n * Math.log2(n),
  'n^2': (n) => n ** 2, 'n^3': (n) => n ** 3,
};

describe('stats/complexity', () => {
  function shares(x, noise, seed, timeOf = (size, of) => of(size)) {
    const normal = gaussian(mulberry32(seed));
    return Object.entries(CLASSES).map(([name, of]) => {
      const counts = { name, right: 0, wrong: 0 };
      for (let trial = 0; trial < 500; trial++) {
        const fits = complexity(x, x.map((size) => timeOf(size, of) * Math.exp(noise * normal())));
        if (isClear(fits)) counts[fits[0].name === name ? 'right' : 'wrong']++;
      }
      return counts;
    });
  }

  it('is hardly ever clear of a wrong one, whatever the noise', () => {
    for (const noise of [0.03, 0.1, 0.3]) {
      for (const x of [[8, 16, 32, 64], [1e4, 2e4, 4e4, 8e4], [100, 110, 120, 130]]) {
        const wrong = shares(x, noise, 4).reduce((sum, counts) => sum + counts.wrong, 0);
        expect(wrong, `${noise} over ${x}`).to.be.below(0.01 * 7 * 500);
      }
    }
  });
});
