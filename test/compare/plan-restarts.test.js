'use strict';

const { expect } = require('chai');
const { gaussian, mulberry32 } = require('../helpers/random');
const { countComparisons, createRunPlan, planRuns, restartLines, PILOT } = require('#lib/compare/sides/plan-restarts');
const { around } = require('../helpers/sides-of-times');
const { compareRates } = require('#lib/node-core/rates/compare');

const STEPS = [-1.5, -1, -0.5, 0.5, 1, 1.5];

/** A side whose processes take a multiple of the first side's time, more or less by a deviation in each restart. */
const sideAt = (times, deviation) => STEPS.map((step, i) => (
  { nsPerCall: 100 * (1 + i / 3) * times * Math.exp(deviation * step) }));
const pilot = (...deviations) => [sideAt(1, 0), ...deviations.map((deviation) => sideAt(1.2, deviation))];
const restartsFor = (sides, more) => planRuns(sides, { precision: 0.01, comparisons: 1, most: 1000, ...more });

describe('compare/plan-restarts: restarts', () => {
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
  it('plans restarts by the spread, and the precision that they reach', () => {
    for (const [what, deviation, goal, restarts, expected] of cases) {
      const plan = restartsFor(pilot(deviation), goal);
      expect(plan.restarts, what).to.equal(restarts);
      expect(plan.expected).to.be.closeTo(expected, 1e-9);
      if (!goal.most) expect(plan.needed).to.equal(restarts);
    }
  });

  it('plans no more than the pilot if that is precise enough, or if there is no time, but reports the need', () => {
    for (const [deviation, most, low, high, need] of [
      [0, 1000, -1e-12, 1e-12, PILOT], [0.003, 1000, 0.001, 0.01, PILOT], [0.02, 0, 0.01, 0.1, 46],
      [0.2, 6, 0.2, 1, 4097],
    ]) {
      const { restarts, expected, needed } = restartsFor(pilot(deviation), { most });
      expect({ restarts, needed }).to.deep.equal({ restarts: PILOT, needed: need });
      expect(expected).to.be.within(low, high);
    }
    expect(restartsFor(pilot(1e6), { most: 0 }).needed).to.equal(1e6);
  });

  it('takes the side that spreads most', () => {
    expect(restartsFor(pilot(0.001, 0.02, 0.005))).to.deep.equal(restartsFor(pilot(0.02)));
  });

  it('takes pairs: how far times differ from restart to restart does not matter', () => {
    const slowing = (side) => side.map(({ nsPerCall }, i) => ({ nsPerCall: nsPerCall * 2 ** i }));
    const [plan, same] = [restartsFor(pilot(0.02)), restartsFor(pilot(0.02).map(slowing))];
    expect(same.restarts).to.equal(plan.restarts);
    expect(same.expected).to.be.closeTo(plan.expected, 1e-12);
    const [first, second] = pilot(0.02);
    expect(restartsFor([first, second.slice().reverse()]).restarts).to.equal(1000);
  });
});

const planFor = (more) => createRunPlan({ precision: 0.02, most: 30, comparisons: 1, ...more });

// Adjacent runs are pairs: in this order their ratios to around() differ, with a mean of 1.
const shuffled = (centre, spread) => {
  const [a, b, c, d, e, f] = around(centre, spread);
  return [d, f, a, e, b, c];
};

function drawn(deviation, centre, seed, count = 30) {
  const draw = gaussian(mulberry32(seed));
  return Array.from({ length: count }, () => centre * Math.exp(deviation * draw()));
}

describe('compare/plan-restarts: runs', () => {
  it('has a pilot in which ranks can show a difference among so many comparisons', () => {
    // Two of C(2 n, n) orders are as far apart as can be: 2 / 252 for five runs a side, 2 / 12870 for eight.
    const pilots = [1, 11, 12, 100, 1000, 10000].map((comparisons) => planFor({ comparisons }).pilot);
    expect(pilots).to.deep.equal([6, 6, 7, 8, 10, 12]);
    expect(planFor({ most: 3 })).to.include({ pilot: 3, most: 3 });
  });

  it('is done after the pilot if the difference is known, or certainly larger than the precision', () => {
    const { runs, expected } = planFor().planOf([around(100, 0.002), shuffled(100.1, 0.002)]);
    expect(runs).to.equal(6);
    expect(expected).to.be.within(0.001, 0.02);
    expect(planFor().planOf([around(100, 0.04), shuffled(200, 0.04)])).to.deep.equal({ runs: 6, expected: null });
    expect(planFor().planOf([around(200, 0.04), shuffled(100, 0.04)])).to.deep.equal({ runs: 6, expected: null });
    expect(planFor().planOf([around(100, 0.02), shuffled(102, 0.02)]).runs).to.be.above(6);
  });

  it('continues if the interval includes the limit', () => {
    const sides = [around(100, 0.04), shuffled(60, 0.04)];
    for (const maxRegression of [null, 0.05, 3]) expect(planFor({ maxRegression }).planOf(sides).runs).to.equal(6);
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

  it('uses nothing after the pilot, so that it plans the same again later', () => {
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

  it('has all runs if nothing can be planned, and the pilot without a comparison', () => {
    const rates = around(100, 0.01);
    for (const other of [[100], [0, ...rates], [100, 100, 100, 100, 100, 100]]) {
      expect({ other, runs: planFor().planOf([[90, 90, 90, 90, 90, 90], other]).runs })
        .to.deep.equal({ other, runs: 30 });
    }
    const equal = [90, 90, 90, 90, 90, 90];
    expect(planFor().planOf([equal, equal])).to.deep.equal({ runs: 6, expected: 0 });
    for (const sides of [[rates, null], [null, rates], [rates, []], [[], rates], [rates]]) {
      expect(planFor().planOf(sides)).to.deep.equal({ runs: 6, expected: null });
    }
  });

  it('counts the comparisons of the first side with later sides', () => {
    const of = (...sides) => ({ sides });
    expect(countComparisons([of({}, {}), of({}, {}, {}), of({}, null, {}), of(null, {}), of({}, null)])).to.equal(4);
    expect(countComparisons([])).to.equal(0);
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
    expect({ once: once.confidence, twice: twice.confidence }).to.deep.equal({ once: 0.95, twice: 0.975 });
    expect(twice.p).to.equal(once.p);
    expect(twice.adjustedP).to.be.closeTo(2 * once.p, 1e-15);
    expect(twice.high / twice.low).to.be.above(once.high / once.low);
  });
});

const unit = (more) => ({ expected: 0.01, neededSeconds: 10, spentSeconds: 4, ...more });
const noisy = (more) => unit({ expected: 0.2, neededSeconds: 700.2, ...more });
const unasked = () => { throw new Error('asked how long counting takes'); };

describe('the lines after the pilot of compare', () => {
  it('report the time of the rest, and ask nothing if the precision is in reach', () => {
    const cases = [
      [39, [unit()], ['then about 39 s more']], [39, [unit({ expected: 0.0104 })], ['then about 39 s more']],
      [0, [unit()], ['the pilot was enough']], [0, [], []],
    ];
    for (const [seconds, units, lines] of cases) {
      expect(restartLines(seconds, units, { precision: 0.01 }, unasked)).to.deep.equal(lines);
    }
  });

  it('report that the machine is too noisy, and the time needed or the time of counting, but no wait for hours', () => {
    const units = [unit(), noisy(), noisy({ neededSeconds: 100 })];
    expect(restartLines(39, units, { precision: 0.01 }, () => 62)).to.deep.equal([
      'then about 39 s more, to reach +- 20 % at worst (limited by --time)',
      'note: this machine is too noisy for +- 1 % in that time. It would take about 13 min more (--time 701); ' +
        '--count compares instructions in about 62 s',
    ]);
    expect(restartLines(39, units, { precision: 0.01, hasFailed: true }, unasked)).to.deep.equal([
      'then about 39 s more, because the gate has failed, to reach +- 20 % at worst',
      'note: --time 701 measures all tests to +- 1 %',
    ]);
    const wild = noisy({ expected: 21, neededSeconds: 4000 });
    expect(restartLines(0, [wild], { precision: 0.005 }, () => null)).to.deep.equal([
      'the pilot used all the time and reached +- >999 % at worst (limited by --time)',
      'note: this machine is too noisy for +- 0.5 % in that time. It would take hours',
    ]);
  });
});
