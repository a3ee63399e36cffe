'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/complexity-vectors.json');
const { nearEach } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { complexity, complexitiesWithConstant, isClear } = require('#lib/base/stats/complexity');

const CLASSES = {
  1: () => 1, 'log n': Math.log2, 'sqrt n': Math.sqrt, n: (n) => n, 'n log n': (n) => n * Math.log2(n),
  'n^2': (n) => n ** 2, 'n^3': (n) => n ** 3,
};
const DECADES = [10, 100, 1000, 10000];
const OCTAVES = [16, 32, 64, 128, 256];

describe('stats/complexity', () => {
  it('finds the same functions as the reference, the best first', () => {
    for (const { name, x, t, best } of vectors) {
      const fits = complexity(x, t);
      expect(fits[0].name, name).to.equal(best);
      expect(fits.map((fit) => fit.name)).to.have.members(Object.keys(CLASSES));
      const errors = fits.map(({ error }) => error);
      expect(errors).to.deep.equal(errors.slice().sort((a, b) => a - b));
    }
  });

  it('gives every size the same weight', () => {
    // 1, 2 and 4 times 10 n: the geometric mean is 20, and they are off by 1/2, 1 and 2.
    const linear = complexity([1e2, 1e4, 1e6], [1e3, 2e5, 4e7]).find(({ name }) => name === 'n');
    nearEach(linear, { coefficient: 20, error: Math.exp(Math.LN2 * Math.sqrt(2 / 3)) - 1 });
  });

  it('finds a constant and a growing function', () => {
    const sizes = [16, 64, 256, 1024];
    const fits = complexitiesWithConstant(sizes, sizes.map((n) => 50 + 0.6 * n));
    const [found] = fits;
    expect(found.name).to.equal('n');
    nearEach(found, { constant: 50, coefficient: 0.6 });
    expect(found.error).to.be.below(1e-9);
    expect(fits.map(({ error }) => error)).to.deep.equal(fits.map(({ error }) => error).sort((a, b) => a - b));
    expect(fits.map(({ name }) => name)).to.not.include('1');
    expect(complexitiesWithConstant(DECADES, DECADES.map((n) => 1 / n))).to.deep.equal([]);
    // By relative errors: 1 % at each size weighs the same.
    const normal = gaussian(mulberry32(7));
    const [noisy] = complexitiesWithConstant(
      sizes, sizes.map((n) => (2000 + 3 * n * Math.log2(n)) * Math.exp(0.01 * normal())));
    expect(noisy.name).to.equal('n log n');
    expect(noisy.constant).to.be.closeTo(2000, 100);
  });

  it('leaves out functions that are 0 or too large somewhere', () => {
    const fits = complexity([1, 10, 100], [5, 5, 5]);
    expect(fits[0].name).to.equal('1');
    expect(fits.filter(({ error }) => error === Infinity).map(({ name }) => name))
      .to.have.members(['log n', 'n log n']);
    const huge = complexity([1e120, 1e130, 1e140], [1, 1e10, 1e20]);
    expect(huge[0].name).to.equal('n');
    expect(huge[6]).to.deep.include({ name: 'n^3', error: Infinity });
  });

  /** How often each function is found clearly, and another one, in 300 trials. */
  function trialsOf(x, noise, seed, timeOf = (size, of) => of(size)) {
    const normal = gaussian(mulberry32(seed));
    return Object.entries(CLASSES).map(([name, of]) => {
      const counts = { name, right: 0, wrong: 0 };
      for (let trial = 0; trial < 300; trial++) {
        const fits = complexity(x, x.map((size) => timeOf(size, of) * Math.exp(noise * normal())));
        if (isClear(fits)) counts[fits[0].name === name ? 'right' : 'wrong']++;
      }
      return counts;
    });
  }

  it('finds each function clearly at 3 % of noise over decades and octaves', () => {
    for (const [x, seed] of [[DECADES, 1], [OCTAVES, 2], [[...DECADES, 1e5], 3]]) {
      for (const { name, right, wrong } of trialsOf(x, 0.03, seed)) {
        expect(right, `${name} over ${x}`).to.be.at.least(0.95 * 300);
        expect(wrong, `not ${name} over ${x}`).to.equal(0);
      }
    }
  });

  it('finds a wrong function clearly in less than 1 % of cases at any noise, and never with a constant', () => {
    for (const noise of [0.03, 0.1, 0.3]) {
      for (const x of [[8, 16, 32, 64], [1e4, 2e4, 4e4, 8e4], [100, 110, 120, 130]]) {
        const wrong = trialsOf(x, noise, 4).reduce((sum, counts) => sum + counts.wrong, 0);
        expect(wrong, `${noise} over ${x}`).to.be.below(0.01 * 7 * 300);
      }
    }
    for (const { name, right, wrong } of trialsOf(DECADES, 0.03, 5, (size, of) => of(size) + of(100))) {
      if (name !== '1') expect({ name, right, wrong }).to.deep.equal({ name, right: 0, wrong: 0 });
    }
  });

  it('is not clear if even the best function does not fit', () => {
    for (const power of [1.9, 2.2, 3.5]) {
      const fits = complexity(DECADES, DECADES.map((n) => n ** power));
      expect(Math.log1p(fits[1].error) / Math.log1p(fits[0].error), `n^${power}`).to.be.above(2);
      expect(isClear(fits), `n^${power}`).to.equal(false);
    }
  });
});
