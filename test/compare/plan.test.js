'use strict';

const { expect } = require('chai');
const { planOf, PILOT } = require('../../lib/compare/plan');

const STEPS = [-1.5, -1, -0.5, 0.5, 1, 1.5];

/** A side whose processes take a multiple of the first side's time, more or less by a deviation in each restart. */
const sideAt = (times, deviation) => STEPS.map((step, i) => (
  { nsPerCall: 100 * (1 + i / 3) * times * Math.exp(deviation * step) }));
const pilot = (...deviations) => [sideAt(1, 0), ...deviations.map((deviation) => sideAt(1.2, deviation))];
const planFor = (sides, more) => planOf(sides, { precision: 0.01, comparisons: 1, most: 1000, ...more });

describe('compare/plan', () => {
  // Computed by scipy: the fewest with t(df) x 1.2 x deviation x sqrt(1.4 / restarts) of at most ln(1 + precision).
  // Each of two looks has half of the 5 %.
  const cases = [
    ['of a noisy test', 0.02, {}, 46, 0.009986885794982081],
    ['of two comparisons', 0.02, { comparisons: 2 }, 57, 0.009970189926510775],
    ['of ten comparisons', 0.02, { comparisons: 10 }, 83, 0.009974040167132658],
    ['for half the precision', 0.02, { precision: 0.005 }, 168, 0.004997396490403316],
    ['of half the noise', 0.01, {}, 16, 0.009576406154023331],
    ['of twice the noise', 0.04, {}, 169, 0.00998844315492553],
    ['of which there is time for 26', 0.02, { most: 26 }, 26, 0.013963088892955833],
  ];
  for (const [what, deviation, goal, restarts, expected] of cases) {
    it(`plans ${restarts} restarts ${what}, and the precision that they reach`, () => {
      const plan = planFor(pilot(deviation), goal);
      expect(plan.restarts).to.equal(restarts);
      expect(plan.expected).to.be.closeTo(expected, 1e-9);
      if (!goal.most) expect(plan.needed).to.equal(restarts);
    });
  }

  it('says how many restarts the precision needs, whatever there is time for', () => {
    expect(planFor(pilot(0.02), { most: 26 }).needed).to.equal(46);
    expect(planFor(pilot(0.2), { most: 0 }).needed).to.be.above(1000);
    expect(planFor(pilot(0.003), { most: 0 }).needed).to.equal(PILOT);
    expect(planFor(pilot(1e6), { most: 0 }).needed).to.equal(1e6);
  });

  it('plans no more than the pilot if that is precise enough, or if there is no time', () => {
    expect(planFor(pilot(0.003)).restarts).to.equal(PILOT);
    expect(planFor(pilot(0.003)).expected).to.be.within(0.001, 0.01);
    for (const most of [0, 3, 6]) {
      const { restarts, expected } = planFor(pilot(0.2), { most });
      expect(restarts).to.equal(PILOT);
      expect(expected).to.be.above(0.2);
    }
  });

  it('plans nothing for sides whose ratio is always the same', () => {
    const { restarts, expected } = planFor(pilot(0));
    expect(restarts).to.equal(PILOT);
    expect(expected).to.be.closeTo(0, 1e-12);
  });

  it('takes the side that spreads most', () => {
    expect(planFor(pilot(0.001, 0.02, 0.005))).to.deep.equal(planFor(pilot(0.02)));
  });

  it('takes pairs: how far times differ from restart to restart does not matter', () => {
    const slowing = (side) => side.map(({ nsPerCall }, i) => ({ nsPerCall: nsPerCall * 2 ** i }));
    const [plan, same] = [planFor(pilot(0.02)), planFor(pilot(0.02).map(slowing))];
    expect(same.restarts).to.equal(plan.restarts);
    expect(same.expected).to.be.closeTo(plan.expected, 1e-12);
    const [first, second] = pilot(0.02);
    expect(planFor([first, second.slice().reverse()]).restarts).to.equal(1000);
  });

  it('plans from more than the pilot, too, without the lowest and the highest fifth', () => {
    const ten = (outlier) => pilot(0.02).map((side, i) => (
      [...side, ...side.slice(0, 3), { nsPerCall: 100 * (i === 0 ? 1 : outlier) }]));
    expect(planFor(ten(3)).restarts).to.equal(planFor(ten(2)).restarts);
    expect(planFor(ten(3)).restarts).to.be.within(20, 90);
  });
});
