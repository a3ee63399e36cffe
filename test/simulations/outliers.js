'use strict';

const { expect } = require('chai');
const { summarizeForks } = require('#lib/core/estimate/process-summary');
const { findOutliers } = require('#lib/base/stats/process-contrast');
const { range, shareOf } = require('../helpers/numbers');
const { sourceOfTimes } = require('../helpers/process-rows');
const { mulberry32, gaussian } = require('../helpers/random');

const { abs, exp, log, max } = Math;

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0.002 };
const SPREADS = [0.002, 0.03, 0.15];

/** Times of the processes of three tests in common restarts. */
function suite(processes, spread, draw) {
  return [100, 130, 4000].map((ns) => (
    Array.from({ length: processes }, () => ns * exp(spread * draw()))));
}

const rowsOf = (times) => summarizeForks(times.map((own, i) => sourceOfTimes(`t${i}`, own)), PLAN);
const widthOf = ({ nsLow, nsHigh }) => log(nsHigh / nsLow);

/** Greatest movement of a row, as a share of the width of its interval, if one process is `factor` times as slow. */
function greatestMovement({ processes, spread, role, factor, seed }) {
  const draw = gaussian(mulberry32(seed));
  let most = 0;
  for (let run = 0; run < 100; run++) {
    const times = suite(processes, spread, draw);
    const before = rowsOf(times);
    times[role][run % processes] *= factor;
    const after = rowsOf(times);
    after.forEach((row, i) => {
      const moved = abs(log(row.nsPerCall / before[i].nsPerCall));
      most = max(most, moved / max(widthOf(before[i]), widthOf(row)));
    });
  }
  return most;
}

describe('one wild process', () => {
  for (const processes of [4, 5, 8, 12]) {
    it(`of ${processes} moves no row by more than the width of its interval, in any role`, () => {
      for (const spread of SPREADS) {
        for (const role of [0, 1, 2]) {
          for (const factor of [30, 1 / 30, 2.5]) {
            const moved = greatestMovement({ processes, spread, role, factor, seed: processes });
            expect(moved, `spread ${spread}, role ${role}, factor ${factor}`).to.be.below(1);
          }
        }
      }
    });
  }
});

describe('outliers among processes of one state', () => {
  it('are found in 1 of 1000 lists that vary by up to 5 %, and in 6 of 100 that vary by 15 %', () => {
    for (const [spread, most] of [[0.002, 0.001], [0.05, 0.001], [0.15, 0.06]]) {
      for (const processes of [4, 8, 20]) {
        const draw = gaussian(mulberry32(processes));
        const share = shareOf(4000, () => findOutliers(range(processes, () => exp(spread * draw()))).includes(true));
        expect(share, `${spread}, ${processes}`).to.be.at.most(most);
      }
    }
  });

  it('are not found if a third of the processes has another state', () => {
    const times = (processes, others) => Array.from({ length: processes }, (_, i) => (i < others ? 300 : 100) + i / 10);
    for (const [processes, others] of [[6, 2], [9, 3], [12, 4]]) {
      expect(findOutliers(times(processes, others)), `${others}`).to.not.include(true);
    }
    expect(findOutliers(times(6, 1)).filter(Boolean)).to.have.length(1);
  });
});

describe('intervals', () => {
  it('include the time of a process for any times', () => {
    const draw = gaussian(mulberry32(3));
    const uniform = mulberry32(4);
    for (let run = 0; run < 2000; run++) {
      const processes = 2 + Math.floor(uniform() * 20);
      // Two states, which a mean lies between.
      const times = [1, 2, 3].map((scale) => (
        Array.from({ length: processes }, () => scale * (uniform() < 0.5 ? 100 : 240) * exp(0.01 * draw()))));
      rowsOf(times).forEach(({ nsLow, nsHigh }, i) => {
        expect(times[i].some((ns) => ns >= nsLow * (1 - 1e-12) && ns <= nsHigh * (1 + 1e-12)), `${run}`).to.equal(true);
      });
    }
  });
});
