'use strict';

const { expect } = require('chai');
const { moderated, polygammas, usualVariance } = require('#lib/base/stats/shared-variance');

const variancesOf = (...values) => values.map((variance) => ({ variance, df: 2 }));

describe('stats/shared-variance', () => {
  it('calculates digamma and trigamma functions', () => {
    // scipy 1.17
    for (const [x, digamma, trigamma] of [
      [0.3, -3.502524222200133, 12.245364546107734], [1, -0.5772156649015329, 1.6449340668482266],
      [2.5, 0.7031566406452432, 0.4903577561002349], [30, 3.384438132685525, 0.033895060357739946],
    ]) {
      expect(polygammas(x).digamma).to.be.closeTo(digamma, 1e-9);
      expect(polygammas(x).trigamma).to.be.closeTo(trigamma, 1e-9);
    }
  });

  it('finds the usual variance of equal tests, which counts as two processes at most', () => {
    const { variance, df } = usualVariance(variancesOf(...Array(12).fill(4)));
    expect(df).to.equal(2);
    // The mean logarithm of a variance with two degrees of freedom is lower by Euler's constant.
    expect(variance).to.be.closeTo(4 * Math.exp(0.5772156649015329), 1e-9);
  });

  it('counts less if the variances of the tests differ more', () => {
    const varied = variancesOf(...Array.from({ length: 12 }, (_, i) => 10 ** i));
    const found = usualVariance(varied);
    // The equations of section 6.2, solved with brentq() of scipy 1.17
    expect(found.df).to.be.closeTo(0.24639131261484457, 1e-9);
    expect(found.variance / 922.646033137847).to.be.closeTo(1, 1e-9);
    const others = [0.5, 1, 2, 9, 4, 3, 30, 8, 0.1].map((variance) => ({ variance, df: 3 }));
    expect(usualVariance(others).df).to.be.closeTo(1.7703767776441284, 1e-9);
    expect(usualVariance(others).variance).to.be.closeTo(1.786975243189074, 1e-9);
  });

  it('is unknown for few tests, and ignores those without variance', () => {
    expect(usualVariance(variancesOf(...Array(7).fill(1)))).to.equal(null);
    expect(usualVariance([...variancesOf(...Array(7).fill(1)), { variance: 0, df: 2 }])).to.equal(null);
  });

  it('moves the variance of one test towards the usual one, by degrees of freedom', () => {
    expect(moderated({ variance: 9, df: 3 }, { variance: 4, df: 2 })).to.deep.equal({ variance: 7, df: 5 });
    expect(moderated({ variance: 9, df: 3 }, null)).to.deep.equal({ variance: 9, df: 3 });
    expect(moderated({ variance: 0, df: 3 }, { variance: 4, df: 2 })).to.deep.equal({ variance: 0, df: 3 });
  });
});
