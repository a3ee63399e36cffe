'use strict';

const { expect } = require('chai');
const { gaussian, mulberry32 } = require('../helpers/random');
const { createRunPlan, comparisonsOf } = require('../../lib/compare/plan');
const { compareRates } = require('../../lib/rates/compare');

const planFor = (more) => createRunPlan({ precision: 0.02, most: 30, comparisons: 1, ...more });

/** Six rates around a centre, as their logarithms lie. */
const around = (centre, spread) => [-1.5, -1, -0.5, 0.5, 1, 1.5].map((step) => centre * Math.exp(step * spread));

// Adjacent runs are pairs: in this order their ratios to those of around() differ, with a mean of 1.
const shuffled = (centre, spread) => {
  const [a, b, c, d, e, f] = around(centre, spread);
  return [d, f, a, e, b, c];
};

function drawn(deviation, centre, seed, count = 30) {
  const draw = gaussian(mulberry32(seed));
  return Array.from({ length: count }, () => centre * Math.exp(deviation * draw()));
}

describe('compare/plan-runs', () => {
  it('has a pilot that is long enough for ranks to tell a difference among so many comparisons', () => {
    // Two of C(2 n, n) orders are as far apart as can be: 2 / 252 for five runs a side, 2 / 12870 for eight.
    const pilots = [1, 11, 12, 100, 1000, 10000].map((comparisons) => planFor({ comparisons }).pilot);
    expect(pilots).to.deep.equal([6, 6, 7, 8, 10, 12]);
    expect(planFor({ most: 3 })).to.include({ pilot: 3, most: 3 });
  });

  it('is done after the pilot where the difference is known', () => {
    const { runs, expected } = planFor().planOf([around(100, 0.002), shuffled(100.1, 0.002)]);
    expect(runs).to.equal(6);
    expect(expected).to.be.within(0.001, 0.02);
  });

  it('is done after the pilot where the difference is larger than the precision for certain', () => {
    expect(planFor().planOf([around(100, 0.04), shuffled(200, 0.04)])).to.deep.equal({ runs: 6, expected: null });
    expect(planFor().planOf([around(200, 0.04), shuffled(100, 0.04)])).to.deep.equal({ runs: 6, expected: null });
    expect(planFor().planOf([around(100, 0.02), shuffled(102, 0.02)]).runs).to.be.above(6);
  });

  it('goes on where that decides over a limit, and it is not on one side of it', () => {
    const sides = [around(100, 0.04), shuffled(60, 0.04)];
    expect(planFor().planOf(sides).runs).to.equal(6);
    expect(planFor({ maxRegression: 0.05 }).planOf(sides).runs).to.equal(6);
    expect(planFor({ maxRegression: 3 }).planOf(sides).runs).to.equal(6);
    expect(planFor({ maxRegression: 0.65 }).planOf(sides).runs).to.be.above(6);
  });

  it('plans by the spread, and never more than there may be', () => {
    const runsFor = (spread) => planFor({ most: 400 }).planOf([around(100, spread), shuffled(100, spread)]);
    const [few, many] = [runsFor(0.01), runsFor(0.02)];
    // Twice the spread takes four times as many, and fewer than that as the degrees of freedom rise.
    expect(many.runs / few.runs).to.be.within(2.5, 4.5);
    for (const { expected } of [few, many]) expect(expected).to.be.within(0.015, 0.02);
    const all = planFor().planOf([around(100, 0.2), shuffled(100, 0.2)]);
    expect(all.runs).to.equal(30);
    expect(all.expected).to.be.above(0.1);
  });

  it('compares runs as pairs: how far rates differ from run to run does not matter, unless a run has failed', () => {
    const drifting = (rates) => rates.map((rate, i) => rate * 1.3 ** i);
    const [old, fresh] = [around(100, 0.01), shuffled(100, 0.01)];
    const [plan, same] = [planFor().planOf([old, fresh]), planFor().planOf([drifting(old), drifting(fresh)])];
    expect(same.runs).to.equal(plan.runs);
    expect(same.expected).to.be.closeTo(plan.expected, 1e-12);
    expect(planFor().planOf([drifting(old), drifting(fresh).slice(0, 5)]).runs).to.equal(30);
  });

  it('looks at nothing behind the pilot, so that it plans the same again later', () => {
    const sides = [drawn(0.02, 100, 1), drawn(0.02, 100, 2)];
    const again = planFor().planOf(sides.map((rates) => rates.slice(0, 6)));
    expect(planFor().planOf(sides)).to.deep.equal(again);
    expect(again.runs).to.be.within(7, 30);
  });

  it('has the runs of the side that takes most of them', () => {
    const [old, quiet, loud] = [around(100, 0.002), around(100, 0.002), around(100, 0.02)];
    const { runs, expected } = planFor().planOf([old, quiet, loud]);
    expect([runs, expected]).to.deep.equal(Object.values(planFor().planOf([old, loud])));
    expect(runs).to.be.above(6);
  });

  it('has all runs where nothing can be planned, and the pilot where there is nothing to compare', () => {
    const rates = around(100, 0.01);
    for (const other of [[100], [0, ...rates], [100, 100, 100, 100, 100, 100]]) {
      expect([other, planFor().planOf([[90, 90, 90, 90, 90, 90], other]).runs]).to.deep.equal([other, 30]);
    }
    const equal = [90, 90, 90, 90, 90, 90];
    expect(planFor().planOf([equal, equal])).to.deep.equal({ runs: 6, expected: 0 });
    for (const sides of [[rates, null], [null, rates], [rates, []], [[], rates], [rates]]) {
      expect(planFor().planOf(sides)).to.deep.equal({ runs: 6, expected: null });
    }
  });

  it('counts the comparisons: of what the first side has, those with the others', () => {
    const of = (...sides) => ({ sides });
    expect(comparisonsOf([of({}, {}), of({}, {}, {}), of({}, null, {}), of(null, {}), of({}, null)])).to.equal(4);
    expect(comparisonsOf([])).to.equal(0);
  });

  it('is judged at half of the error, since there are two looks', () => {
    const side = (rates) => ({ rates, seconds: rates.map(() => 1), errors: [] });
    const document = {
      sides: [{ label: 'old' }, { label: 'new' }], failures: [],
      configurations: [{ file: 'x.js', configuration: '', parameters: {}, sides: [
        side(around(100, 0.002)), side(around(101, 0.002))] }],
    };
    const changeOf = (rates) => compareRates(rates, { margin: 0.02 }).tests[0].changes[0];
    const [once, twice] = [changeOf(document), changeOf({ ...document, precision: 0.02 })];
    expect([once.confidence, twice.confidence]).to.deep.equal([0.95, 0.975]);
    expect(twice.p).to.equal(once.p);
    expect(twice.adjustedP).to.be.closeTo(2 * once.p, 1e-15);
    expect(twice.high / twice.low).to.be.above(once.high / once.low);
  });
});
