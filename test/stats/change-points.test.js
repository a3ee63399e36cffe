'use strict';

const { expect } = require('chai');
const { findSteps } = require('#lib/base/stats/change-points');
const { gaussian, mulberry32 } = require('../helpers/random');

const uniform = mulberry32(5);
const normal = gaussian(uniform);
const drawn = (count, levelOf) => Array.from({ length: count }, (_, i) => levelOf(i) + normal());
const repeated = (times, make) => Array.from({ length: times }, make);

describe('findSteps', () => {
  it('finds steps with their levels and intervals', () => {
    const values = drawn(120, (i) => (i < 40 ? 0 : i < 80 ? 10 : 4));
    const steps = findSteps(values);
    expect(steps.map(({ at }) => at)).to.deep.equal([40, 80]);
    const [{ before, after, low, high, size }] = steps;
    expect(after - before).to.be.within(low, high);
    expect([before, after].map(Math.round)).to.deep.equal([0, 10]);
    expect((high - low) / 2 / 1.96).to.be.closeTo(Math.sqrt(2 / 40), 0.08);
    expect(size).to.be.above(30);
    const many = repeated(60, () => findSteps(drawn(800, (i) => (i < 400 ? 0 : 4))).map((step) => step.size)).flat();
    expect(Math.min(...many)).to.be.above(4);
  });

  it('is silent for few or equal values, and for single outliers', () => {
    expect([[], [1, 9, 1, 9, 1], Array(50).fill(3)].map((values) => findSteps(values))).to.deep.equal([[], [], []]);
    const values = drawn(60, () => 0);
    values[30] = 50;
    expect(findSteps(values)).to.deep.equal([]);
    const stepped = drawn(60, (i) => (i < 30 ? 0 : 8));
    for (const at of [0, 10, 59]) stepped[at] = 60;
    expect(findSteps(stepped).map(({ at }) => at)).to.deep.equal([30]);
  });

  it('finds at most one false step in 1000 values, also with outliers, correlated neighbours, or a drift', () => {
    const rate = (times, count, make, accepted = undefined) => repeated(
      times, () => findSteps(make(count), 0, accepted).length,
    ).reduce((sum, one) => sum + one, 0) / times / count * 1000;
    for (const [times, count] of [[300, 20], [200, 50], [50, 200], [20, 1000]]) {
      expect(rate(times, count, (length) => drawn(length, () => 0)), `${count}`).to.be.at.most(1);
    }
    expect(rate(1000, 50, (length) => drawn(length, () => 0), 0.01)).to.be.within(2, 10);
    expect(rate(20, 1000, (length) => drawn(length, () => (uniform() < 0.02 ? 20 * normal() : 0)))).to.be.at.most(1);
    const correlated = (length) => {
      let last = 0;
      return repeated(length, () => (last = 0.3 * last + normal()));
    };
    for (const [times, count] of [[400, 50], [20, 1000]]) expect(rate(times, count, correlated)).to.be.at.most(1);
    expect(rate(20, 1000, (length) => drawn(length, (i) => i / 500))).to.be.at.most(1);
  });

  it('finds a step and its size in a drift', () => {
    const found = repeated(20, () => findSteps(drawn(1000, (i) => i / 500 + (i < 700 ? 0 : 3))));
    const right = found.filter((steps) => steps.length === 1 && Math.abs(steps[0].at - 700) <= 5);
    expect(right.length).to.be.at.least(17);
    for (const [{ before, after, low, high }] of right) {
      expect(after - before).to.be.within(low, high);
      expect([before, after, after - before]).to.satisfy(([a, b, difference]) => (
        Math.abs(a - 1.4) < 0.6 && Math.abs(b - 4.4) < 0.6 && Math.abs(difference - 3) < 0.6));
    }
  });

  it('finds steps of three deviations, most of them after five values', () => {
    const share = (after) => repeated(100, () => findSteps(drawn(60 + after, (i) => (i < 60 ? 0 : 3)))
      .some(({ at }) => Math.abs(at - 60) <= 5)).filter(Boolean).length;
    expect(share(5)).to.be.at.least(95);
    expect(share(50)).to.be.at.least(98);
  });

  it('finds a step of equal values if it is larger than their least noise', () => {
    const values = Array.from({ length: 20 }, (_, i) => (i < 12 ? 1 : 1.001));
    expect(findSteps(values, 1e-4).map(({ at }) => at)).to.deep.equal([12]);
    expect(findSteps(values.map((value) => Number(value > 1)), 1e-4).map(({ at }) => at)).to.deep.equal([12]);
    expect(findSteps(values, 1e-2)).to.deep.equal([]);
  });

  it('finds the changes that Otava finds in a recorded series, and hardly more than Otava finds with p 0.001', () => {
    const { values, expected: [usual, , sure] } = require('../fixtures/tigerbeetle.json');
    const found = findSteps(values.map(Math.log)).map(({ at }) => at);
    expect(found).to.include.members(sure.at);
    expect(found.filter((at) => !usual.at.includes(at))).to.deep.equal([]);
  });
});
