'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { welch } = require('../../lib/stats/comparison');
const { halfWidth, processesFor, secondsPerProcess, processesWithin } = require('../../lib/stats/sample-size');

describe('stats/sample-size', () => {
  it('tells the half width that Welch finds, for two lists of the same spread', () => {
    // Both have the mean 0 and the variance 2/3 x 4 / 3 = 1: values -1, -1, 1, 1 times sqrt(3/4).
    const list = [-1, -1, 1, 1].map((value) => value * Math.sqrt(0.75));
    const { low, high } = welch(list, list, 0.99);
    expect(halfWidth(1, 4, 0.99)).to.be.closeTo((high - low) / 2, 1e-9);
  });

  it('finds the fewest processes', () => {
    for (const deviation of [0.001, 0.004, 0.02, 0.04]) {
      for (const confidence of [0.95, 0.995]) {
        const n = processesFor(deviation, 0.01, confidence);
        expect(halfWidth(deviation, n, confidence)).to.be.at.most(Math.log(1.01));
        if (n > 2) expect(halfWidth(deviation, n - 1, confidence)).to.be.above(Math.log(1.01));
      }
    }
    expect(processesFor(0, 0.01, 0.95)).to.equal(2);
    // 2 (1.96 x 0.04 / ln 1.01)^2 = 124.2, and one more for Student's t
    expect(processesFor(0.04, 0.01, 0.95)).to.equal(126);
    expect(processesFor(5, 1e-6, 0.95)).to.equal(100000);
  });

  it('reaches the precision that was planned for, in the mean', () => {
    const draw = gaussian(mulberry32(11));
    const n = processesFor(0.02, 0.01, 0.95);
    let widths = 0;
    for (let run = 0; run < 200; run++) {
      const side = () => Array.from({ length: n }, () => 0.02 * draw());
      const { low, high } = welch(side(), side());
      widths += (high - low) / 2 / 200;
    }
    expect(widths).to.be.closeTo(Math.log(1.01), 0.0002);
  });

  it('lets a process measure as long as its own spread is worth it', () => {
    const limits = { shortest: 0.1, longest: 2 };
    // sqrt(0.1 x 0.2 x 4) = 0.283
    expect(secondsPerProcess({ between: 1, within: 4, seconds: 0.2, startSeconds: 0.1 }, limits))
      .to.be.closeTo(Math.sqrt(0.08), 1e-12);
    expect(secondsPerProcess({ between: 1, within: 0, seconds: 0.2, startSeconds: 0.1 }, limits)).to.equal(0.1);
    expect(secondsPerProcess({ between: 0, within: 1, seconds: 0.2, startSeconds: 0.1 }, limits)).to.equal(2);
    expect(secondsPerProcess({ between: 1, within: 1e9, seconds: 0.2, startSeconds: 0.1 }, limits)).to.equal(2);
    expect(secondsPerProcess({ between: 1, within: 1e-9, seconds: 0.2, startSeconds: 0.1 }, limits)).to.equal(0.1);
  });

  it('counts what fits into a time', () => {
    expect(processesWithin(10, 0.3, 2)).to.equal(16);
    expect(processesWithin(-1, 0.3, 2)).to.equal(0);
  });
});
