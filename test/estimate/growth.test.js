'use strict';

const { expect } = require('chai');
const { putGrowth, fitGrowth } = require('#lib/core/estimate/growth');

const row = (params, nsPerCall, more) =>
  ({ test: 'a', params, tier: null, isCold: false, verdict: 'same', growth: null, nsPerCall, ...more });

describe('fitGrowth', () => {
  it('finds a function of three sizes, with a constant of four', () => {
    const { best, runnerUp, isClear } = fitGrowth([10, 100, 1000], [20, 201, 1990]);
    expect(best).to.include({ name: 'n', constantNs: null });
    expect(best.coefficientNs).to.be.closeTo(2, 0.02);
    expect(runnerUp.name).to.equal('n log n');
    expect(isClear).to.equal(true);
    expect(fitGrowth([10, 100, 1000], [56, 110, 650])).to.include({ isClear: false, withConstant: null });
    const four = fitGrowth([10, 100, 1000, 10000], [10, 100, 1000, 10000].map((n) => 50 + 0.6 * n));
    expect(four.best.name).to.equal('n');
    expect(four.best.constantNs).to.be.closeTo(50, 0.01);
    expect(four.best.coefficientNs).to.be.closeTo(0.6, 0.001);
    expect(four.isClear).to.equal(true);
    expect(fitGrowth([10, 100], [10, 100])).to.equal(null);
  });

  it('has the nearest function with a constant separately if none is clear', () => {
    const growth = fitGrowth([10, 20, 30, 40], [100, 140, 120, 180]);
    expect(growth.isClear).to.equal(false);
    expect(growth.best.constantNs).to.equal(null);
    expect(growth.withConstant.constantNs).to.be.above(0);
  });
});

describe('putGrowth', () => {
  const SIZES = [10, 100, 1000];
  const best = (rows) => putGrowth(rows).map(({ growth }) => growth[0].best.name);

  it('puts the same object into all rows of a test', () => {
    const rows = putGrowth(SIZES.map((size) => row({ size }, 2 * size)));
    expect(rows[0].growth).to.have.length(1);
    expect(rows[0].growth[0]).to.deep.include({ parameter: 'size', isClear: true, fixed: {} });
    for (const { growth } of rows) expect(growth[0]).to.equal(rows[0].growth[0]);
  });

  it('separates values of other parameters, tests, groups, tiers and first calls', () => {
    const rows = putGrowth(SIZES.flatMap((size) => [2, 4, 8].flatMap((depth) => ['a', 'b'].map((type) => (
      row({ size, depth, type }, size * depth ** 2 * (type === 'a' ? 1 : 3)))))));
    expect(rows[0].growth.map((one) => [one.parameter, one.fixed, one.best.name])).to.deep.equal([
      ['size', { depth: 2, type: 'a' }, 'n'], ['depth', { size: 10, type: 'a' }, 'n^2'],
    ]);
    expect(best(SIZES.flatMap((n) => [
      row({ n }, n), row({ n }, n * n, { test: 'b' }), row({ n }, n ** 3, { tier: 'baseline' }),
      row({ n }, 5, { isCold: true }), row({ n }, 7 * n * n, { group: 'sort' }),
    ])).slice(0, 5)).to.deep.equal(['n', 'n^2', 'n^3', '1', 'n^2']);
  });

  it('needs three times at sizes above 1', () => {
    for (const rows of [
      [row({ n: 0 }, 5), row({ n: 1 }, 5), row({ n: 10 }, 10), row({ n: 100 }, 100)],
      [row({ n: 10 }, 10), row({ n: 100 }, null, { verdict: 'failed' }),
        row({ n: 1000 }, 0.1, { verdict: 'below-resolution' }), row({ n: 1e4 }, 1e4)],
      [row({ n: 10 }, 10), row({ n: 100 }, 100), row({ n: 1000 }, 1000, { verdict: 'too-noisy' })],
      SIZES.map((n) => row({ n: `${n}` }, n)), [row(null, 5)], [row({ n: 10 }, 5), row(null, 5)], [],
    ]) {
      for (const { growth } of putGrowth(rows)) expect(growth).to.equal(null);
    }
  });
});
