'use strict';

const { expect } = require('chai');
const { drawn } = require('../helpers/drawn-rates');
const { holds, shareOf } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { createScatter } = require('#lib/node-core/rates/scatter');
const { mean, meanInterval } = require('#lib/base/stats/sample');

describe('rates/scatter: points', () => {
  it('has 93 to 97 of 100 intervals that contain the mean if an averaged parameter changes the rate by half', () => {
    const normal = gaussian(mulberry32(41));
    const levels = { 1: 1, 2: 1.5, 3: 1 / 1.5 };
    // Half of the spread's square: the mean of a lognormal.
    const truth = mean(Object.values(levels)) * 1e6 * Math.exp(0.03 ** 2 / 2);
    let held = 0;
    let heldByAll = 0;
    let ownWidth = 0;
    let allWidth = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const document = drawn({ len: [64], n: [1, 2, 3] }, ({ n }) => 1e6 * levels[n], { runs: 5, normal });
      const { points: [point] } = createScatter(document, { xaxis: 'len' });
      const all = meanInterval(document.configurations.flatMap(({ sides: [{ rates }] }) => rates));
      if (holds(point, truth)) held++;
      if (holds(all, truth)) heldByAll++;
      ownWidth += point.high - point.low;
      allWidth += all.high - all.low;
    }
    expect(held / 2000).to.be.within(0.93, 0.97);
    // All runs in one list, as in core's tool: never wrong, but too wide to be useful.
    expect(heldByAll).to.equal(2000);
    expect(allWidth / ownWidth).to.be.above(8);
  });
});

it('rates/scatter: averaging over parameters has 93 to 97 of 100 intervals that contain the ratio', () => {
  const normal = gaussian(mulberry32(43));
  const levels = { 1: 1, 2: 1.5, 3: 1 / 1.5 };
  const held = { 1: 0, 2: 0, 3: 0 };
  for (let trial = 0; trial < 1000; trial++) {
    // An effect that differs between points is not noise either; here the effects cancel out.
    const document = drawn({ len: [16, 64], n: [1, 2, 3] },
        ({ len, n }) => 1e6 / len * levels[n] * (n === 3 ? 1 : (n === 1) === (len === 16) ? 1.1 : 1 / 1.1),
          { runs: 5, normal });
    for (const level of createScatter(document, { xaxis: 'len' }).aggregated[0].levels) {
      if (holds(level, levels[level.value])) held[level.value]++;
    }
  }
  for (const value of [1, 2, 3]) expect(held[value] / 1000, `level ${value}`).to.be.within(0.93, 0.975);
});

it('rates/scatter: steps finds a step between equal rates in 5 of 100 cases', () => {
  const normal = gaussian(mulberry32(44));
  const found = shareOf(1000, () => {
    const [step] = createScatter(
      drawn({ len: [1, 2], n: [1, 20] }, ({ n }) => 100 * n, { runs: 6, normal }), { xaxis: 'len' }).steps;
    expect(step.p < 0.05).to.equal(!holds(step, 1));
    return step.p < 0.05;
  });
  expect(found).to.be.within(0.03, 0.07);
});
