'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { judge } = require('../../lib/estimate/judge');

const PLAN = { margin: 0.01, floor: 0, isSaved: false, isComparable: true, maxRegression: null };

/** Processes whose cycles are these, at a clock rate that differs from one to the next. */
const processes = (cycles, mhz = 3000) => cycles.map((value, i) => {
  const nsPerCall = value * 1000 / (mhz + 100 * i);
  return { nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, cycles: value };
});
const side = (samples, error = null) => ({ samples, error });
const test = (name, ...sides) => ({ file: 'a.js', suite: 1, name, sides, secondsEach: 0.3 });

describe('compare/judge', () => {
  it('calls equal sides different in no more than 5 of 100 comparisons of ten tests, all taken together', () => {
    const draw = gaussian(mulberry32(2026));
    const uniform = mulberry32(7);
    let different = 0;
    for (let run = 0; run < 400; run++) {
      // 1 % between processes, one of ten disturbed; the margin is switched off, or nothing would ever be different.
      const one = () => 100 * Math.exp(0.01 * draw()) * (uniform() < 0.1 ? 1 + 0.1 * uniform() : 1);
      const lists = () => side(processes(Array.from({ length: 12 }, one)));
      const tests = Array.from({ length: 10 }, (_, i) => test(`${i}`, lists(), lists()));
      if (judge(tests, { ...PLAN, margin: 0 }).some(({ changes: [{ verdict }] }) => verdict !== 'unresolved')) {
        different++;
      }
    }
    expect(different / 400).to.be.at.most(0.05);
  });
});
