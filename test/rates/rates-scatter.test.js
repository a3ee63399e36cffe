'use strict';

const { expect } = require('chai');
const { configuration, documentOf, drawn } = require('../helpers/drawn-rates');
const { near, range } = require('../helpers/numbers');
const { createScatter } = require('#lib/node-core/rates/scatter');
const { yuenTest } = require('#lib/base/stats/comparison');
const { mean, median, meanInterval, medianInterval } = require('#lib/base/stats/sample');
const { UsageError } = require('#lib/base/text/usage-error');

const scatterOf = (configurations, more) => createScatter(documentOf(configurations), { xaxis: 'len', ...more });

describe('rates/scatter: points', () => {
  it('gives mean and median with the intervals of one configuration', () => {
    const document = drawn({ len: [16, 64], n: [5] }, ({ len }) => 1e6 / len);
    const { points, aggregated, file, xaxis, category, isLog } = createScatter(document, { xaxis: 'len' });
    expect({ file, xaxis, category, isLog, aggregated })
      .to.deep.equal({ file: 'buffers/x.js', xaxis: 'len', category: null, isLog: false, aggregated: [] });
    points.forEach((point, i) => {
      const [{ rates }] = document.configurations[i].sides;
      const [own, middle] = [meanInterval(rates), medianInterval(rates)];
      expect(point).to.deep.include(
        { x: [16, 64][i], category: null, samples: 10, isSkewed: false, median: median(rates), medianLow: middle.low,
          medianHigh: middle.high });
      near(point.mean, mean(rates), 'mean');
      near(point.low, own.low, 'low');
      near(point.high, own.high, 'high');
    });
  });

  it('puts numbers in ascending order, and each category as it appears', () => {
    const document = drawn({ type: ['z', 'a'], len: [100, 9, 20] }, () => 5);
    const { points } = createScatter(document, { xaxis: 'len', category: 'type' });
    expect(points.map(({ x, category }) => `${x}${category}`))
      .to.deep.equal(['9z', '9a', '20z', '20a', '100z', '100a']);
    const { points: words } = createScatter(document, { xaxis: 'type', category: 'len' });
    expect(words.map(({ x, category }) => `${x}${category}`)).to.deep.equal(['z100', 'z9', 'z20', 'a100', 'a9', 'a20']);
  });

  it('is the mean of its cells, with any number of runs', () => {
    const { points: [point] } = scatterOf(
      [configuration({ len: 1, n: 1 }, [10, 12, 11, 9, 8]), configuration({ len: 1, n: 2 }, [31, 29])]);
    expect(point).to.include({ mean: 20, median: 20, samples: 7 });
    expect(point).to.include({ medianLow: null, medianHigh: null });
    // Variances 2.5 and 2, errors 0.5 and 1, a quarter of each: 0.375. df = 0.375^2 / (0.125^2 / 4 + 0.25^2 / 1) =
    // 2.117647. Student's t of 0.975 at that many is 4.081648.
    expect(point.high - point.mean).to.be.closeTo(4.0816 * Math.sqrt(0.375), 1e-3);
    near(point.high - point.mean, point.mean - point.low, 'half the interval');
  });

  it('has no interval if a cell has one run, and a note', () => {
    const { points, notes, steps, aggregated } = scatterOf([
      configuration({ len: 1, n: 1 }, [10, 12]), configuration({ len: 1, n: 2 }, [30]),
      configuration({ len: 2, n: 1 }, [10, 12]), configuration({ len: 2, n: 2 }, [10, 12]),
    ]);
    expect(points.map(({ low, high, isSkewed }) => [low === null, high === null, isSkewed]))
      .to.deep.equal([[true, true, false], [false, false, false]]);
    expect(notes).to.deep.include({ kind: 'single-run', count: 1 });
    expect(steps[0]).to.deep.include({ low: null, high: null, exponentLow: null, p: null });
    expect(steps[0].ratio).to.be.above(0);
    expect(aggregated[0].levels.map(({ low }) => low)).to.deep.equal([null, null]);
  });

  it('marks a point whose median is outside the interval of its mean', () => {
    // One in ten runs has a third of the rate, as under background load: the mean is 93.3 +- 2.8.
    const tail = range(200, (i) => (i < 20 ? 33 : 100 + (i % 5 - 2) / 10));
    const even = range(200, (i) => 100 + (i % 5 - 2));
    const turned = tail.map((rate) => 200 - rate);
    const { points } = scatterOf([tail, turned, even, [7, 7, 7]].map((rates, len) => configuration({ len }, rates)));
    expect(points.map(({ isSkewed }) => isSkewed)).to.deep.equal([true, true, false, false]);
  });
});

describe('rates/scatter: aggregated parameters', () => {
  it('have their share, and the rates of their values over the mean', () => {
    const document = drawn({ len: [16, 64], n: [100, 10], type: ['a', 'b'] },
        ({ len, n, type }) => 1e6 / len * (n === 10 ? 1 : 4) * (type === 'a' ? 1 : 1.01), { spread: 1e-6 });
    const { aggregated, notes } = createScatter(document, { xaxis: 'len' });
    expect(aggregated.map(({ name }) => name)).to.deep.equal(['n', 'type']);
    const squares = [Math.log(4) ** 2, Math.log(1.01) ** 2];
    aggregated.forEach(({ share }, i) => expect(share).to.be.closeTo(squares[i] / (squares[0] + squares[1]), 1e-6));
    expect(aggregated[0].levels.map(({ value }) => value)).to.deep.equal([10, 100]);
    expect(aggregated[0].levels[0].ratio).to.be.closeTo(0.5, 1e-5);
    expect(aggregated[0].levels[1].ratio).to.be.closeTo(2, 1e-5);
    expect(aggregated[1].levels.map(({ value }) => value)).to.deep.equal(['a', 'b']);
    for (const { ratio, low, high } of aggregated[0].levels) {
      expect(low < ratio && ratio < high && high / low < 1.0001).to.equal(true);
    }
    expect(notes).to.deep.equal([{ kind: 'aggregated', name: 'n' }, { kind: 'aggregated', name: 'type' }]);
  });

  it('have comparable values also if combinations are missing', () => {
    // n=1 has no b, and n=3 no a; relative to n=2 their ratios are 1/2 and 2.
    const rateOf = ({ type, n }) => (type === 'b' ? 7 : 1) * 100 * 2 ** n;
    const document = drawn({ len: [16], type: ['a', 'b'], n: [1, 2, 3] }, rateOf, { spread: 1e-6 });
    document.configurations = document.configurations.filter(
      ({ parameters: { type, n } }) => !(type === 'b' ? n === 1 : n === 3));
    const { levels } = createScatter(document, { xaxis: 'len' }).aggregated.find(({ name }) => name === 'n');
    [0.5, 1, 2].forEach((ratio, i) => expect(levels[i].ratio).to.be.closeTo(ratio, 1e-4));
    document.configurations = document.configurations.filter(({ parameters: { n } }) => n !== 2);
    const apart = createScatter(document, { xaxis: 'len' }).aggregated.find(({ name }) => name === 'n');
    expect(apart.levels.map(({ value, ratio, low }) => [value, ratio, low]))
      .to.deep.equal([[1, null, null], [3, null, null]]);
  });
});

describe('rates/scatter: steps', () => {
  it('is Yuen\'s ratio with one configuration at each x', () => {
    const document = drawn({ len: [16, 64, 256] }, ({ len }) => 1e6 / len);
    const { steps } = createScatter(document, { xaxis: 'len' });
    expect(steps.map(({ from, to, category }) => [from, to, category]))
      .to.deep.equal([[16, 64, null], [64, 256, null]]);
    const [first, second] = document.configurations.map(({ sides: [{ rates }] }) => rates);
    const { ratio, low, high } = yuenTest(second, first).interval(0.95);
    const { p } = yuenTest(second, first);
    near(steps[0].ratio, ratio, 'ratio');
    near(steps[0].low, low, 'low');
    near(steps[0].high, high, 'high');
    near(steps[0].p, p, 'p');
    near(steps[0].exponent, Math.log(ratio) / Math.log(4), 'exponent');
    near(steps[0].exponentLow, Math.log(low) / Math.log(4), 'its low end');
    near(steps[0].exponentHigh, Math.log(high) / Math.log(4), 'its high end');
    expect(steps.map(({ delta }) => delta)).to.deep.equal([-1, -1]);
  });

  it('has the mean of Cliff\'s delta within the configurations that both have', () => {
    // In one configuration all pairs grow. In the other one of four pairs grows, and one is equal.
    const cells = (len, lists) => lists.map((rates, n) => configuration({ len, n }, rates));
    const { steps: [{ delta }] } = scatterOf([...cells(2, [[1, 2], [500, 600]]), ...cells(4, [[3, 4], [500, 550]])]);
    expect(delta).to.equal((1 + (1 - 2) / 4) / 2);
  });

  it('goes through each category', () => {
    const { steps } = createScatter(
      drawn({ len: [4, 2], type: ['a', 'b'] }, ({ len, type }) => (type === 'a' ? 1 / len : len), { spread: 0 }),
      { xaxis: 'len', category: 'type' });
    expect(steps.map(({ category, from, to, ratio }) => [category, from, to, ratio]))
      .to.deep.equal([['a', 2, 4, 0.5], ['b', 2, 4, 2]]);
    // Equal rates are due to the resolution of a clock.
    expect(steps[0]).to.deep.include({ low: 0.5, high: 0.5, p: null });
  });

  it('is the mean over the configurations that both points have', () => {
    const cells = (len, rates) => rates.map((rate, n) => configuration({ len, n }, [rate, rate]));
    near(scatterOf([...cells(2, [10, 1000]), ...cells(4, [20, 8000])]).steps[0].ratio, 4, 'of 2 and 8');
    const { steps } = scatterOf([
      configuration({ len: 2, n: 1 }, [10, 11, 12]), configuration({ len: 2, n: 2 }, [1000, 1001, 1002]),
      configuration({ len: 4, n: 1 }, [20, 22, 24]), configuration({ len: 8, n: 2 }, [5, 5, 6]),
    ]);
    near(steps[0].ratio, 2, 'ratio');
    expect(steps[1]).to.deep.equal({ category: null, from: 4, to: 8, ratio: null, low: null, high: null,
      exponent: null, exponentLow: null, exponentHigh: null, p: null, delta: null });
  });

  it('has no exponent at 0 and below, or between words', () => {
    const { steps } = createScatter(drawn({ len: [-1, 0, 1, 2] }, () => 5), { xaxis: 'len' });
    expect(steps.map(({ exponent }) => exponent === null)).to.deep.equal([true, true, false]);
    expect(steps[0].ratio).to.be.above(0);
    const words = createScatter(drawn({ type: ['b', 'a'] }, () => 5), { xaxis: 'type' });
    expect(words.steps).to.have.length(1);
    expect(words.steps[0]).to.deep.include(
      { from: 'b', to: 'a', exponent: null, exponentLow: null, exponentHigh: null });
    expect(words.steps[0].ratio).to.be.closeTo(1, 0.1);
    expect(words.growth).to.deep.equal([]);
  });
});

describe('rates/scatter: growth', () => {
  it('names how the time of an operation grows, for each category', () => {
    const rateOf = ({ len, type }) => 1e9 / (type === 'a' ? 3 * len * Math.log2(len) : 2);
    const { growth } = createScatter(
      drawn({ type: ['a', 'b'], len: [10, 100, 1000, 10000], n: [1, 2] }, rateOf), { xaxis: 'len', category: 'type' });
    expect(growth.map(({ category, best, isClear }) => [category, best.name, isClear]))
      .to.deep.equal([['a', 'n log n', true], ['b', '1', true]]);
    expect(growth[0].best.coefficientNs).to.be.closeTo(3, 0.1);
    expect(growth[0].best.error).to.be.below(0.03);
    expect(growth[0].runnerUp.name).to.equal('n');
    expect(growth[0].runnerUp.error).to.be.above(0.3);
  });

  it('needs four points above 1', () => {
    const growthOver = (len) => createScatter(drawn({ len }, (one) => 1e9 / (5 + one.len)), { xaxis: 'len' }).growth;
    expect(growthOver([10, 100, 1000])).to.deep.equal([]);
    expect(growthOver([0, 1, 10, 100, 1000])).to.deep.equal([]);
    expect(growthOver([0, 1, 1e3, 1e4, 1e5, 1e6])[0].best.name).to.equal('n');
  });

  it('uses configurations that all points have', () => {
    const document = drawn({ len: [10, 100, 1000, 10000], n: [1, 2] }, ({ len, n }) => 1e9 / len / (n === 1 ? 1 : 1000),
        { spread: 0 });
    document.configurations = document.configurations.filter(({ parameters: { len, n } }) => n === 1 || len < 1000);
    const { growth: [{ best, isClear }] } = createScatter(document, { xaxis: 'len' });
    expect({ name: best.name, coefficientNs: best.coefficientNs.toFixed(9), isClear })
      .to.deep.equal({ name: 'n', coefficientNs: '1.000000000', isClear: true });
    document.configurations = document.configurations.filter(({ parameters: { len, n } }) => n === 2 || len >= 1000);
    expect(createScatter(document, { xaxis: 'len' }).growth).to.deep.equal([]);
  });
});

describe('rates/scatter: faults', () => {
  it('refuses rates of several files', () => {
    const two = [configuration({ len: 1 }, [5, 6]), { ...configuration({ len: 2 }, [7, 8]), file: 'y.js' }];
    expect(() => scatterOf(two))
      .to.throw(UsageError, 'scatter needs the rates of one file, but these are from 2 files: buffers/x.js, y.js');
  });

  it('leaves out configurations with unknown parameters', () => {
    const unknown = { ...configuration({ len: 1 }, [5]), parameters: null, configuration: 'len=' };
    const { points, notes } = scatterOf([unknown, configuration({ len: 2 }, [5, 6])]);
    expect(points.map(({ x }) => x)).to.deep.equal([2]);
    expect(notes).to.deep.include({ kind: 'parameters-unknown', count: 1 });
  });

  it('leaves out configurations without x, and keeps those without a category', () => {
    const { points, notes } = scatterOf([
      configuration({ len: 1, type: 'a' }, [5, 6]), configuration({ type: 'a' }, [7, 8]),
      configuration({ len: 1 }, [9, 10]), configuration({ len: 2 }, [9, 10]),
    ], { category: 'type' });
    expect(points.map(({ x, category, mean: rate }) => [x, category, rate]))
      .to.deep.equal([[1, 'a', 5.5], [1, null, 9.5], [2, null, 9.5]]);
    expect(notes).to.deep.equal([{ kind: 'x-missing', count: 1 }, { kind: 'category-missing', count: 2 }]);
  });

  it('counts runs that failed, and does without points that have no rate', () => {
    const failure = { code: 'exited', message: 'x' };
    const { points, notes } = scatterOf([
      configuration({ len: 1 }, [], [failure, failure]), configuration({ len: 2 }, [5, 6], [failure]),
      { ...configuration({ len: 3 }, []), sides: [null] },
    ]);
    expect(points.map(({ x }) => x)).to.deep.equal([2]);
    expect(notes).to.deep.equal([{ kind: 'failed-runs', count: 3 }]);
  });

  it('includes a rate of 0 in the mean, and not in logarithms', () => {
    const { points, notes, steps, aggregated } = scatterOf([
      configuration({ len: 1, n: 1 }, [4, 5, 0]), configuration({ len: 1, n: 2 }, [6, 7, 8]),
      configuration({ len: 2, n: 1 }, [4, 5, 6, Infinity]), configuration({ len: 2, n: 2 }, [12, 14, 16]),
    ]);
    expect(points.map(({ mean: rate, samples }) => [rate, samples])).to.deep.equal([[5, 6], [9.5, 6]]);
    near(steps[0].ratio, 2, 'ratio of the remaining rates');
    expect(aggregated[0].levels[1].ratio).to.be.closeTo(Math.sqrt((12 * 14 * 16 / (4 * 5 * 6)) ** (1 / 3)), 1e-9);
    for (const kind of ['not-positive', 'not-finite']) expect(notes).to.deep.include({ kind, count: 1 });
  });

  it('joins configurations with the same parameters, in any order of names', () => {
    const { points: [point] } = scatterOf([configuration({ len: 1, n: 2 }, [5]), configuration({ n: 2, len: 1 }, [7])]);
    expect(point).to.include({ mean: 6, samples: 2 });
    expect(point.low).to.not.equal(null);
  });
});
