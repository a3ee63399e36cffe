'use strict';

const { expect } = require('chai');
const { putGrowth, fitGrowth } = require('../../lib/estimate/growth');

const row = (params, nsPerCall, more) =>
  ({ test: 'a', params, tier: null, isCold: false, verdict: 'same', growth: null, nsPerCall, ...more });

describe('the growth of tests', () => {
  it('is a function of three sizes, where one alone comes near', () => {
    const { best, runnerUp, isClear } = fitGrowth([10, 100, 1000], [20, 201, 1990]);
    expect(best).to.include({ name: 'n', constantNs: null });
    expect(best.coefficientNs).to.be.closeTo(2, 0.02);
    expect(runnerUp.name).to.equal('n log n');
    expect(isClear).to.equal(true);
  });

  it('is not clear of three sizes with a constant, which could be anything', () => {
    expect(fitGrowth([10, 100, 1000], [56, 110, 650])).to.include({ isClear: false, withConstant: null });
  });

  it('has a constant from four sizes on', () => {
    const { best, isClear } = fitGrowth([10, 100, 1000, 10000], [10, 100, 1000, 10000].map((n) => 50 + 0.6 * n));
    expect(best.name).to.equal('n');
    expect(best.constantNs).to.be.closeTo(50, 0.01);
    expect(best.coefficientNs).to.be.closeTo(0.6, 0.001);
    expect(isClear).to.equal(true);
  });

  it('tells the nearest with a constant beside the others, where nothing is clear', () => {
    const growth = fitGrowth([10, 20, 30, 40], [100, 140, 120, 180]);
    expect(growth.isClear).to.equal(false);
    expect(growth.best.constantNs).to.equal(null);
    expect(growth.withConstant.constantNs).to.be.above(0);
  });

  it('is none of two sizes', () => expect(fitGrowth([10, 100], [10, 100])).to.equal(null));

  it('is that of a test in its group', () => {
    const rows = ['sort', null].flatMap(
      (group) => [10, 100, 1000].map((size) => row({ size }, group ? 2 * size : 50, { group })));
    expect(putGrowth(rows).map(({ growth }) => growth[0].best.name)).to.deep.equal(['n', 'n', 'n', '1', '1', '1']);
  });

  it('is put into all rows of a test, and is the same object there', () => {
    const rows = putGrowth([10, 100, 1000].map((size) => row({ size }, 2 * size)));
    expect(rows[0].growth).to.have.length(1);
    expect(rows[0].growth[0]).to.include({ parameter: 'size', isClear: true });
    expect(rows[0].growth[0].fixed).to.deep.equal({});
    for (const { growth } of rows) expect(growth[0]).to.equal(rows[0].growth[0]);
  });

  it('is told after a constant, where there is one', () => {
    const rows = putGrowth([10, 100, 1000, 10000].map((size) => row({ size, type: 'a' }, 50 + 2 * size)));
    expect(rows[3].growth[0].best).to.include({ name: 'n' });
    expect(rows[3].growth[0].best.constantNs).to.be.closeTo(50, 0.01);
  });

  it('is one for each value of the other parameters, and for each parameter', () => {
    const rows = putGrowth([10, 100, 1000].flatMap((size) => [2, 4, 8].flatMap((depth) => ['a', 'b'].map((type) => (
      row({ size, depth, type }, size * depth ** 2 * (type === 'a' ? 1 : 3))
    )))));
    const { growth } = rows[0];
    expect(growth.map(({ parameter, fixed, best }) => [parameter, fixed, best.name])).to.deep.equal([
      ['size', { depth: 2, type: 'a' }, 'n'], ['depth', { size: 10, type: 'a' }, 'n^2'],
    ]);
  });

  it('keeps tests, tiers and first calls apart', () => {
    const rows = putGrowth([10, 100, 1000].flatMap((n) => [
      row({ n }, n), row({ n }, n * n, { test: 'b' }), row({ n }, n ** 3, { tier: 'baseline' }),
      row({ n }, 5, { isCold: true }),
    ]));
    expect(rows.slice(0, 4).map(({ growth }) => growth[0].best.name)).to.deep.equal(['n', 'n^2', 'n^3', '1']);
  });

  it('leaves out rows without a time and sizes up to 1, and is null where too few are left', () => {
    const few = putGrowth([row({ n: 0 }, 5), row({ n: 1 }, 5), row({ n: 10 }, 10), row({ n: 100 }, 100)]);
    expect(few.map(({ growth }) => growth)).to.deep.equal([null, null, null, null]);
    const failed = putGrowth([row({ n: 10 }, 10), row({ n: 100 }, null, { verdict: 'failed' }),
      row({ n: 1000 }, 0.1, { verdict: 'below-resolution' }), row({ n: 1e4 }, 1e4)]);
    expect(failed[0].growth).to.equal(null);
    expect(putGrowth([row({ n: 10 }, 10), row({ n: 100 }, 100), row({ n: 1000 }, 1000, { verdict: 'too-noisy' })])[
      0].growth).to.equal(null);
    expect(putGrowth([10, 100, 1000].map((n) => row({ n: `${n}` }, n)))[0].growth).to.equal(null);
    expect(putGrowth([])).to.deep.equal([]);
    expect(putGrowth([row(null, 5)])[0].growth).to.equal(null);
  });
});
