'use strict';

const { expect } = require('chai');
const { timesOf, randomOf, NAMES } = require('../../benchmark/process-times');
const {
  computeContrast, contrastOfPairs, judgeTogether, varianceOfPairs, ALPHA,
} = require('#lib/base/stats/process-contrast');
const { usualVariance } = require('#lib/base/stats/shared-variance');
const { holds, shareOf } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');

describe('stats/process-contrast', () => {
  for (const name of NAMES) {
    for (const count of [6, 12]) {
      it(`has the stated error rates, ${name}, ${count} and ${count} processes`, () => {
        const random = randomOf(100 + count);
        let held = 0;
        const different = shareOf(2000, () => {
          const [a, b] = timesOf(name, { count, ratio: 1 }, random);
          // For a ratio of 1.02, for which ranks do not pull the interval towards the truth.
          if (holds(computeContrast(a.map((value) => value * 1.02), b).interval(0.95), 1.02)) held++;
          return computeContrast(a, b).p <= ALPHA;
        });
        // Two standard errors above 5 %, and below 95 %.
        expect(different).to.be.at.most(0.06);
        expect(held / 2000).to.be.at.least(0.935);
      });
    }
  }
});

// Seeded, so the shares are the same in every run; their standard error is 0.4 %.
describe('stats/process-contrast: contrastOfPairs', () => {
  const RATIO = 1.02;
  for (const name of NAMES) {
    for (const count of [6, 8, 12, 16]) {
      it(`has 95 % intervals that contain the ratio in 93.5 to 97.5 % of cases, ${name}, ${count} restarts`, () => {
        const random = randomOf(300 + count);
        const held = shareOf(3000, () => {
          const [a, b] = timesOf(name, { count, ratio: RATIO }, random);
          return holds(contrastOfPairs(a.map((time, i) => Math.log(time / b[i]))).interval(0.95), RATIO);
        });
        expect(held).to.be.within(0.935, 0.975);
      });
    }
  }
});

describe('stats/process-contrast: few processes of many tests', () => {
  const SUITES = 1000;
  const KINDS = {
    'equal deviations': () => 0.01,
    'deviations of several sizes': (draw) => 0.01 * Math.exp(draw()),
    'one noisy test of five': (_, uniform) => (uniform() < 0.8 ? 0.003 : 0.08),
  };

  for (const [kind, deviationOf] of Object.entries(KINDS)) {
    for (const tests of [12, 60]) {
      it(`have correct intervals and verdicts: ${kind}, ${tests} tests, three processes`, () => {
        const uniform = mulberry32(tests);
        const draw = gaussian(uniform);
        let held = 0;
        let wrong = 0;
        for (let suite = 0; suite < SUITES; suite++) {
          const deviations = Array.from({ length: tests }, () => deviationOf(draw, uniform));
          const baseline = [draw(), draw(), draw()].map((value) => value * deviations[0]);
          const pairs = deviations.slice(1).map((deviation) => baseline.map((value) => deviation * draw() - value));
          const usual = usualVariance(pairs.map(varianceOfPairs));
          const contrasts = pairs.map((differences) => contrastOfPairs(differences, usual));
          held += contrasts.filter(({ interval }) => holds(interval(0.95), 1)).length;
          if (judgeTogether(contrasts).some(({ adjustedP }) => adjustedP <= ALPHA)) wrong++;
        }
        // A baseline that is noisier than the other tests widens all intervals too little.
        expect(held / SUITES / (tests - 1)).to.be.at.least(0.92);
        expect(wrong / SUITES).to.be.at.most(0.08);
      });
    }
  }
});
