'use strict';

const { expect } = require('chai');
const { calibrateCount } = require('../../lib/files/calibrate');

const even = [0.99, 1, 1, 1, 1.01];
const uneven = [0.5, 1, 1, 1, 1.5];

/** A file whose configurations take so many seconds for each operation; spreadOf(count, name): factors of its runs. */
function fakeMeasure(secondsEach, spreadOf = () => even) {
  const counts = [];
  const measure = async (count) => {
    counts.push(count);
    return Object.entries(secondsEach).map(([configuration, each]) => {
      const seconds = spreadOf(count, configuration).map((factor) => count * each * factor);
      return { configuration, seconds, rates: seconds.map((one) => count / one), error: null };
    });
  };
  return { counts, measure };
}

describe('finding a count of operations', () => {
  it('takes the first count that is steady and long enough', async () => {
    const { counts, measure } = fakeMeasure({ x: 1e-3 });
    const { count, steps, reason } = await calibrateCount(60, measure);
    expect([count, reason, counts]).to.eql([60, 'steady', [60]]);
    expect(steps[0]).to.deep.include({ count: 60, shortestSeconds: 0.06, longestSeconds: 0.06 });
    expect(steps[0].meanVariation).to.be.closeTo(0.00707, 1e-4);
    expect(steps[0].worstVariation).to.equal(steps[0].meanVariation);
    expect(steps[0].measured).to.eql(
      [{ configuration: 'x', error: null, seconds: 0.06, variation: steps[0].meanVariation }]);
  });

  // [title, first count, seconds of an operation, spread of runs, tried counts, reason]
  for (const [what, first, seconds, spreadOf, counts, reason = 'steady'] of [
    ['grows to a tenth of a second', 7, { x: 1e-3 }, undefined, [7, 100]],
    ['grows at most 100 times per step', 1, { x: 1e-9 }, undefined, [1, 100, 1e4, 1e6, 1e8]],
    ['doubles if runs are long enough but vary', 100, { x: 1e-3 }, (count) => (count < 500 ? uneven : even),
      [100, 200, 500]],
    ['uses the shortest configuration', 1000, { quick: 1e-6, slow: 1e-5 }, undefined, [1000, 1e5]],
    ['ends if the longest takes 2 s', 10, { quick: 1e-6, slow: 1e-2 }, undefined, [10, 200], 'too-long'],
    ['ends after eight counts', 500, { x: 1e-10 }, () => uneven,
      [500, 5e4, 5e6, 5e8, 1e9, 2e9, 5e9, 1e10], 'not-steady'],
  ]) {
    it(what, async () => {
      const found = fakeMeasure(seconds, spreadOf);
      const ended = await calibrateCount(first, found.measure);
      expect(found.counts).to.eql(counts);
      expect([ended.count, ended.reason]).to.eql([reason === 'steady' ? counts.at(-1) : null, reason]);
      expect(ended.steps.map(({ count }) => count)).to.eql(counts);
    });
  }

  it('looks at the worst of all configurations, and at their mean', async () => {
    // Standard deviations of about 14 % and 0.7 %: the mean of ten is 2 %, and one is above a tenth.
    const one = [0.8, 1, 1, 1, 1.2];
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`c${i}`, 1e-3]));
    const worst = fakeMeasure(many, (count, name) => (count < 200 && name === 'c3' ? one : even));
    const found = await calibrateCount(100, worst.measure);
    expect([found.count, worst.counts]).to.eql([200, [100, 200]]);
    expect(found.steps[0].meanVariation).to.be.below(0.05);
    expect(found.steps[0].worstVariation).to.be.above(0.1);
    // About 7 % each: none above a tenth.
    const all = fakeMeasure(many, (count) => (count < 200 ? [0.9, 1, 1, 1, 1.1] : even));
    const { count, steps } = await calibrateCount(100, all.measure);
    expect([count, all.counts]).to.eql([200, [100, 200]]);
    expect(steps[0].worstVariation).to.be.below(0.1);
  });

  it('ends where a run fails', async () => {
    const { measure } = fakeMeasure({ good: 1e-3 });
    const { count, reason, steps } =
      await calibrateCount(100, async (n) =>
        [...await measure(n), { configuration: 'bad', rates: [], seconds: [], error: { code: 'threw' } }]);
    expect([count, reason, steps.length]).to.eql([null, 'failed', 1]);
    expect(steps[0].measured[1])
      .to.eql({ configuration: 'bad', error: { code: 'threw' }, seconds: null, variation: null });
    const none = await calibrateCount(
      100, async () => [{ configuration: 'bad', rates: [], seconds: [], error: { code: 'threw' } }]);
    expect(none.reason).to.equal('failed');
    expect(none.steps[0]).to.include({ meanVariation: null, worstVariation: null, shortestSeconds: null });
  });

  it('reports each step', async () => {
    const seen = [];
    const { measure } = fakeMeasure({ x: 1e-3 });
    const { steps } = await calibrateCount(7, measure, (step) => seen.push(step));
    expect(seen).to.eql(steps);
    expect(seen.map(({ count }) => count)).to.eql([7, 100]);
  });
});
