'use strict';

const { expect } = require('chai');
const { calibrateCount, countParameter, findCountHints } = require('#lib/node-core/files/operation-count');
const { variation } = require('#lib/base/stats/sample');

const even = [0.99, 1, 1, 1, 1.01];
const uneven = [0.5, 1, 1, 1, 1.5];

/** Calibrates a file whose configurations take so many seconds for each operation; spreadOf: factors of their runs. */
async function calibrated(first, secondsEach, spreadOf = () => even, how) {
  const steps = [];
  const measure = async (count) => Object.entries(secondsEach).map(([configuration, each]) => {
    const seconds = spreadOf(count, configuration).map((factor) => count * each * factor);
    return { configuration, seconds, rates: seconds.map((one) => count / one), error: null };
  });
  const found = await calibrateCount(first, measure, (step) => steps.push(step), how);
  return { ...found, steps, counts: steps.map(({ count }) => count) };
}

describe('finding a count of operations', () => {
  it('reports the seconds and variations of a step', async () => {
    const { steps: [step], measured } = await calibrated(60, { x: 1e-3 });
    expect(step).to.deep.include({ count: 60, shortestSeconds: 0.06, longestSeconds: 0.06 });
    expect(step.meanVariation).to.be.closeTo(0.00707, 1e-4);
    expect(step.worstVariation).to.equal(step.meanVariation);
    expect(measured).to.eql([{ configuration: 'x', error: null, seconds: 0.06, variation: step.meanVariation }]);
  });

  // Ten configurations: with one at a variation of 14 % the mean is 2 %, and 7 % each is above the mean of 5 %.
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`c${i}`, 1e-3]));
  const seven = [0.9, 1, 1, 1, 1.1];
  const fourteen = [0.8, 1, 1, 1, 1.2];
  // [title, first count, seconds of an operation, spread of runs, tried counts, reason, how]
  for (const [what, first, seconds, spreadOf, counts, reason = 'steady', how] of [
    ['takes the first count that is steady and long enough', 60, { x: 1e-3 }, undefined, [60]],
    ['grows to a tenth of a second', 7, { x: 1e-3 }, undefined, [7, 100]],
    ['grows at most 100 times per step', 1, { x: 1e-9 }, undefined, [1, 100, 1e4, 1e6, 1e8]],
    ['grows by a given factor', 7, { x: 1e-3 }, undefined, [7, 21, 63], 'steady', { factor: 3 }],
    ['doubles if runs are long enough but vary', 100, { x: 1e-3 }, (count) => (count < 500 ? uneven : even),
      [100, 200, 500]],
    ['uses the shortest configuration', 1000, { quick: 1e-6, slow: 1e-5 }, undefined, [1000, 1e5]],
    ['limits the worst variation', 100, many, (count, name) => (count < 200 && name === 'c3' ? fourteen : even),
      [100, 200]],
    ['limits the mean variation', 100, many, (count) => (count < 200 ? seven : even), [100, 200]],
    ['has another limit on request', 100, many, () => seven, [100], 'steady', { threshold: 0.08 }],
    ['ends if the longest takes 2 s', 10, { quick: 1e-6, slow: 1e-2 }, undefined, [10, 200], 'too-long'],
    ['ends after eight counts', 500, { x: 1e-10 }, () => uneven,
      [500, 5e4, 5e6, 5e8, 1e9, 2e9, 5e9, 1e10], 'not-steady'],
  ]) {
    it(what, async () => {
      const ended = await calibrated(first, seconds, spreadOf, how);
      expect(ended.counts).to.eql(counts);
      expect(ended).to.deep.include({ count: reason === 'steady' ? counts.at(-1) : null, reason });
    });
  }

  it('ends if a run fails', async () => {
    const bad = { configuration: 'bad', rates: [], seconds: [], error: { code: 'threw' } };
    const good = { configuration: 'good', rates: [1, 1], seconds: [1, 1], error: null };
    for (const [runs, shortestSeconds] of [[[good, bad], 1], [[bad], null]]) {
      const steps = [];
      const { count, reason, measured } = await calibrateCount(100, async () => runs, (step) => steps.push(step));
      expect({ count, reason, steps: steps.length }).to.eql({ count: null, reason: 'failed', steps: 1 });
      expect(steps[0].shortestSeconds).to.equal(shortestSeconds);
      expect(measured.at(-1))
        .to.eql({ configuration: 'bad', error: { code: 'threw' }, seconds: null, variation: null });
    }
  });
});

const steady = [100, 101, 99, 100, 100];
const noisy = [100, 130, 70, 100, 100];

const side = (rates, seconds) => ({ rates, seconds: rates.map(() => seconds), errors: [] });
const one = (rates, seconds, more) =>
  ({ file: 'x.js', configuration: 'n=1000', parameters: { n: 1000 }, sides: [side(rates, seconds)], ...more });
const hints = (...configurations) => findCountHints({ configurations });

describe('hints about inconclusive configurations', () => {
  it('has none for runs that are long and alike, not measured, without time, or under load', () => {
    const failed = { sides: [null, { rates: [], seconds: [], errors: [{}] }] };
    expect(hints(one(steady, 0.05), one(steady, 0.01), one(steady, 3), one([], 0), one(steady, 0), one([], 0, failed),
      one(noisy, 0.001, { configuration: 'connections=50 benchmarker="wrk"' }))).to.eql([]);
    expect(hints()).to.eql([]);
    expect(hints(one([], 0, { sides: [{ rates: [1, 1], seconds: [0, 0.002], errors: [] }] }))[0])
      .to.include({ kind: 'too-short', seconds: 0.002 });
  });

  for (const [rates, seconds, more, expected, spread] of [
    [steady, 0.002, {}, { file: 'x.js', configuration: 'n=1000', kind: 'too-short', seconds: 0.002, parameter: 'n',
      suggestion: 50000 }, 0.00707],
    [noisy, 0.02, {}, { kind: 'noisy', parameter: 'n', suggestion: 5000 }, 0.2121],
    [noisy, 0.1, {}, { kind: 'noisy', parameter: 'n', suggestion: null }, 0.2121],
    [noisy, 0.001, {}, { kind: 'too-short' }, 0.2121],
    [steady, 0.001, { parameters: { size: 5, kind: 'a' } }, { kind: 'too-short', parameter: null, suggestion: null }],
    [steady, 0.001, { parameters: null }, { parameter: null, suggestion: null }],
    [steady, 0.005, { parameters: { times: 200, n: 3 }, operations: 200 }, { parameter: 'times', suggestion: 5000 }],
  ]) {
    it(`has ${JSON.stringify(expected)}`, () => {
      const [hint] = hints(one(rates, seconds, more));
      expect(hint).to.deep.include(expected);
      expect(hint.variation).to.be.closeTo(spread || 0.00707, 1e-4);
    });
  }

  it('suggests 1, 2 or 5 times a power of ten', () => {
    for (const [n, suggestion] of [
      [1, 100], [1.1, 200], [2, 200], [2.1, 500], [5, 500], [5.1, 1000], [1234, 200000], [999, 1e5], [0.03, 5],
      [3e21, 5e23],
    ]) {
      const [hint] = hints(one(steady, 0.001, { parameters: { n } }));
      expect(hint.suggestion / suggestion, `${n}`).to.be.closeTo(1, 1e-9);
    }
  });

  it('does not call runs noisy of which there are under five', () => {
    expect(hints(one([100, 200, 50, 150], 1))).to.eql([]);
    expect(hints(one([100, 200, 50, 150, 100], 1))).to.have.length(1);
  });

  it('looks at the worse of the sides, and at the time of all', () => {
    const sides = (...list) => hints(one([], 0, { sides: list }))[0];
    expect(sides(side(steady, 1), side(noisy, 1)).kind).to.equal('noisy');
    expect(sides(side(steady, 1), null, side(noisy, 1)).kind).to.equal('noisy');
    // Each alike in itself: a change is no noise.
    expect(sides(side(steady, 1), side(steady.map((rate) => 2 * rate), 1))).to.equal(undefined);
    expect(sides(side(steady, 0.001), side([...steady, 100, 100], 0.5))).to.equal(undefined);
    expect(sides(side([...steady, 100], 0.001), side(steady, 0.5)).seconds).to.equal(0.001);
  });
});

describe('the parameter for the number of operations', () => {
  for (const [parameters, operations, name] of [
    [{ size: 5, n: 100 }, null, 'n'],
    // The parameter whose value end() got
    [{ iterations: 100, n: 5 }, 100, 'iterations'], [{ size: 100, n: 100 }, 100, 'n'],
    [{ size: 100, times: 100 }, 100, 'size'], [{ size: 5, n: 100 }, 500, 'n'],
    [{ size: 5 }, 500, null], [{ n: '100', times: 5 }, 7, null], [{ n: 0 }, 0, null], [{}, 1, null], [null, 1, null],
  ]) {
    it(`is ${name} of ${JSON.stringify(parameters)} after end(${operations})`, () => (
      expect(countParameter(parameters, operations)).to.equal(name)));
  }
});

it('variation() is the standard deviation as a share of the mean', () => {
  expect(variation([9, 10, 11])).to.be.closeTo(0.1, 1e-12);
  for (const values of [[], [5], [0, 0], [-1, -2]]) expect(variation(values)).to.equal(null);
});
