'use strict';

const { expect } = require('chai');
const { calibrateCount, RUNS } = require('../../lib/files/calibrate');

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

  it('goes to a tenth of a second where it is too short, as far as 100 times at a time', async () => {
    const short = fakeMeasure({ x: 1e-3 });
    expect((await calibrateCount(7, short.measure)).count).to.equal(100);
    expect(short.counts).to.eql([7, 100]);
    const shorter = fakeMeasure({ x: 1e-9 });
    expect((await calibrateCount(1, shorter.measure)).count).to.equal(1e8);
    expect(shorter.counts).to.eql([1, 100, 1e4, 1e6, 1e8]);
  });

  it('doubles where it is long enough and not steady', async () => {
    const { counts, measure } = fakeMeasure({ x: 1e-3 }, (count) => (count < 500 ? uneven : even));
    const { count, reason } = await calibrateCount(100, measure);
    expect([count, reason, counts]).to.eql([500, 'steady', [100, 200, 500]]);
  });

  it('looks at the shortest of all configurations', async () => {
    const { counts, measure } = fakeMeasure({ quick: 1e-6, slow: 1e-5 });
    expect((await calibrateCount(1000, measure)).count).to.equal(1e5);
    expect(counts).to.eql([1000, 1e5]);
  });

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

  it('ends where the longest takes 2 s, and does not go far beyond', async () => {
    const { counts, measure } = fakeMeasure({ quick: 1e-6, slow: 1e-2 });
    const { count, reason } = await calibrateCount(10, measure);
    expect([count, reason]).to.eql([null, 'too-long']);
    expect(counts).to.eql([10, 200]);
  });

  it('ends after eight counts', async () => {
    const { counts, measure } = fakeMeasure({ x: 1e-7 }, () => uneven);
    const { count, steps, reason } = await calibrateCount(500000, measure);
    expect([count, reason]).to.eql([null, 'too-long']);
    expect(steps.map((step) => step.count)).to.eql(counts);
    const slow = fakeMeasure({ x: 0 }, () => uneven);
    const ended = await calibrateCount(
      1, async (n) => (await slow.measure(n)).map((one) => ({ ...one, rates: [1, 9, 1, 9, 1] })));
    expect([ended.count, ended.reason, ended.steps.length]).to.eql([null, 'not-steady', 8]);
    expect(slow.counts).to.eql([1, 100, 1e4, 1e6, 1e8, 1e10, 1e12, 1e14]);
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

  it('tells each step as it comes', async () => {
    const seen = [];
    const { measure } = fakeMeasure({ x: 1e-3 });
    const { steps } = await calibrateCount(7, measure, (step) => seen.push(step));
    expect(seen).to.eql(steps);
    expect(seen.map(({ count }) => count)).to.eql([7, 100]);
  });

  it('takes five runs', () => expect(RUNS).to.equal(5));
});
