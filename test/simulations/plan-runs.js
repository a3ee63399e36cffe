'use strict';

const { expect } = require('chai');
const { timesOf, randomOf, NAMES } = require('../../benchmark/process-times');
const { holds, shareOf, slack } = require('../helpers/numbers');
const { createRunPlan } = require('#lib/compare/sides/plan-restarts');
const { compareRates } = require('#lib/node-core/rates/compare');

const MOST = 30;
const PRECISION = 0.02;

const sideOf = (rates) => ({ rates, seconds: rates.map(() => 0.5), errors: [] });

/**
 * A simulated comparison: each configuration has its pilot, and then the planned number of runs.
 *
 * @param {string} name of the times
 * @param {number[]} ratios of the times of each configuration, new over old
 * @param {object} random
 * @returns {{ changes: object[], runs: number[] }} per configuration
 */
function compared(name, ratios, random) {
  const plan = createRunPlan({ precision: PRECISION, most: MOST, comparisons: ratios.length });
  const all = ratios.map((ratio) => (
    timesOf(name, { count: MOST, ratio: 1 / ratio }, random).map((times) => times.map((time) => 1e9 / time))));
  const runs = all.map((sides) => plan.planOf(sides).runs);
  const { tests } = compareRates({
    qtimeit: 'rates', precision: PRECISION, runs: MOST, failures: [],
    sides: ['old', 'new'].map((label) => ({ label, source: null, environment: null })),
    configurations: all.map((sides, i) => ({
      file: 'x.js', configuration: `n=${i}`, parameters: null, sides: sides.map((own) => sideOf(own.slice(0, runs[i]))),
    })),
  }, { margin: PRECISION });
  return { changes: tests.map(({ changes: [change] }) => change), runs };
}

describe('runs planned from a pilot', () => {
  for (const name of NAMES) {
    it(`call equal sides different in at most 5 of 100 comparisons, ${name}`, () => {
      for (const [count, trials] of [[1, 1500], [12, 400]]) {
        const random = randomOf(61 + count);
        const wrong = shareOf(trials, () => (
          compared(name, Array(count).fill(1), random).changes.some((change) => !holds(change, 1))));
        expect(wrong).to.be.at.most(0.05 + slack(0.05, trials));
      }
    });

    // The pilot ends configurations whose difference seems large, which is partly chance if it is around 6 %.
    it(`have intervals that all contain the truth in 95 of 100 comparisons, for all differences, ${name}`, () => {
      for (const ratio of [1.02, 1.04, 1.06, 1.1]) {
        const random = randomOf(Math.round(1000 * ratio));
        const held = shareOf(600, () => holds(compared(name, [ratio], random).changes[0], ratio));
        expect(held).to.be.at.least(0.95 - slack(0.05, 600));
      }
    });
  }

  it('end if there is little noise or a clear difference, and continue otherwise', () => {
    const meanRuns = (comparisons, spread, ratio) => {
      const plan = createRunPlan({ precision: PRECISION, most: MOST, comparisons });
      const { draw } = randomOf(9);
      const sideAt = (centre) => Array.from({ length: plan.pilot }, () => centre * Math.exp(spread * draw()));
      let sum = 0;
      for (let trial = 0; trial < 200; trial++) sum += plan.planOf([sideAt(100), sideAt(100 / ratio)]).runs;
      return sum / 200;
    };
    // With one, a hundred and four thousand configurations, each for equal sides and for a difference of 10 %.
    const found = [0.005, 0.01, 0.02, 0.05].map((spread) => [1, 100, 4000].flatMap((comparisons) => (
      [1, 1.1].map((ratio) => meanRuns(comparisons, spread, ratio)))));
    const expected = [[6, 6, 11, 8, 16, 11], [8, 6, 20, 9, 26, 16], [19, 6, 29, 23, 30, 28], [29, 20, 30, 30, 30, 30],
    ];
    expected.forEach((row, i) => row.forEach((runs, j) => expect(found[i][j]).to.be.closeTo(runs, 1.5)));
  });
});
