'use strict';

const { expect } = require('chai');
const { welch } = require('../helpers/welch-log');
const { mean, variance } = require('#lib/base/stats/sample');
const { tTwoSidedP } = require('#lib/base/stats/distributions');
const {
  weightedMean, testAgreement, betweenVariance, commonBetweenVariance, hartungKnapp, robustMean, binomialTail, fTail,
} = require('#lib/base/stats/random-effects');

const { log } = Math;

// Trials of a vaccine against tuberculosis (Colditz et al. 1994), vaccinated and not: ill, well, ill, well.
const TRIALS = [
  [4, 119, 11, 128], [6, 300, 29, 274], [3, 228, 11, 209], [62, 13536, 248, 12619], [33, 5036, 47, 5761],
  [180, 1361, 372, 1079], [8, 2537, 10, 619], [505, 87886, 499, 87892], [29, 7470, 45, 7232], [17, 1699, 65, 1600],
  [186, 50448, 141, 27197], [5, 2493, 3, 2338], [27, 16886, 29, 17825],
].map(([a, b, c, d]) => ({
  centre: log(a / (a + b) / (c / (c + d))), error: 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d), df: 1e9,
}));

const A = [19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0];
const B = [28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7];

const estimateOf = (values) => (
  { centre: mean(values), error: variance(values) / values.length, df: values.length - 1 });

describe('stats/random-effects', () => {
  it('has the tails of Fisher\'s F and of the binomial distribution', () => {
    // With one degree of freedom F is the square of Student's t.
    expect(fTail(2.5 ** 2, 1, 7)).to.be.closeTo(tTwoSidedP(2.5, 7), 1e-14);
    // With two in front it is (1 + 2 f / n) ** (-n / 2).
    expect(fTail(3.2, 2, 9)).to.be.closeTo((1 + 6.4 / 9) ** -4.5, 1e-14);
    expect(fTail(0, 2, 9)).to.equal(1);
    // C(5, 4) / 32 + 1 / 32
    expect(binomialTail(4, 5, 0.5)).to.be.closeTo(6 / 32, 1e-14);
    expect(binomialTail(1, 3, 0.1)).to.be.closeTo(1 - 0.9 ** 3, 1e-14);
    expect(binomialTail(0, 3, 0.1)).to.equal(1);
    expect(binomialTail(3, 3, 0.1)).to.be.closeTo(0.001, 1e-14);
  });

  it('weighs by inverse variances', () => {
    const { centre, error, shares } = weightedMean(TRIALS);
    // -0.4303 and 0.0405 are published with the trials, -0.7141 with the variance 0.3088.
    expect(centre).to.be.closeTo(-0.4302851636540906, 1e-9);
    expect(Math.sqrt(error)).to.be.closeTo(0.0405, 5e-5);
    expect(shares.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-12);
    const random = weightedMean(TRIALS, { variance: 0.3088, df: 1e9 });
    expect(random.centre).to.be.closeTo(-0.7141209459125973, 1e-9);
    expect(Math.sqrt(random.error)).to.be.closeTo(0.17875133528437917, 1e-9);
  });

  it('adds the cost of estimated weights (Meier 1953)', () => {
    // Weights 100 and 25: shares 0.8 and 0.2; 4 * 0.16 * (1 / 7 + 1 / 2) more than 1 / 125.
    const { centre, error, df } = weightedMean([{ centre: 1, error: 0.01, df: 9 }, { centre: 2, error: 0.04, df: 4 }]);
    expect(centre).to.be.closeTo(1.2, 1e-14);
    expect(error).to.be.closeTo((1 + 0.64 * (1 / 7 + 1 / 2)) / 125, 1e-16);
    expect(df).to.be.closeTo(1 / (0.64 / 9 + 0.04 / 4), 1e-12);
    // A variance between that is known makes the sum known better: of 0.01 + 0.03 a quarter is estimated.
    const more = weightedMean([{ centre: 1, error: 0.01, df: 9 }, { centre: 2, error: 0.01, df: 9 }],
      { variance: 0.03, df: Infinity });
    expect(more.error).to.be.closeTo((1 + 4 * 2 * 0.25 / (9 * 16 - 2)) / 50, 1e-16);
    expect(more.df).to.be.closeTo(2 * 9 * 16, 1e-9);
    const rough = weightedMean([{ centre: 1, error: 0.01, df: 9 }, { centre: 2, error: 0.01, df: 9 }],
      { variance: 0.03, df: 4 });
    // Of the sum 3 quarters are known with 4 degrees of freedom, in both alike.
    expect(rough.df).to.be.closeTo(1 / (1 / (2 * 9 * 16) + 0.75 ** 2 / 4), 1e-9);
  });

  it('asks whether estimates agree, by the tests of Welch for two and more', () => {
    expect(testAgreement([A, B].map(estimateOf))).to.be.closeTo(welch(A, B).p, 1e-12);
    expect(testAgreement([A, B].map(estimateOf))).to.be.closeTo(0.0642799977, 1e-9);
    expect(testAgreement([A, A, A].map(estimateOf))).to.equal(1);
    const C = [17.1, 19.4, 21.6, 18.2, 23.9, 20.3];
    expect(testAgreement([A, B, C].map(estimateOf))).to.be.closeTo(0.16781455314695326, 1e-9);
  });

  it('finds the variance with which they are as far apart as in half of all cases', () => {
    const estimates = [A, B, A.map((value) => value + 5)].map(estimateOf);
    const between = betweenVariance(estimates);
    expect(between).to.be.above(0);
    expect(testAgreement(estimates, between)).to.be.closeTo(0.5, 1e-8);
    expect(betweenVariance([A, A.map((value) => value + 0.1)].map(estimateOf))).to.equal(0);
    // Of two with known variances 1: (x - y)^2 / (2 + 2 v) is the median of chi squared, 0.45493642311957.
    const two = [{ centre: 0, error: 1, df: 1e9 }, { centre: 3, error: 1, df: 1e9 }];
    expect(betweenVariance(two)).to.be.closeTo(9 / (2 * 0.45493642311957) - 1, 1e-4);
  });

  it('assumes a common variance only if more are far apart than chance allows', () => {
    const apart = (distance) => [{ centre: 0, error: 1, df: 20 }, { centre: distance, error: 1, df: 20 }];
    const ofDistances = (...distances) => commonBetweenVariance(distances.map(apart)).variance;
    expect(commonBetweenVariance([9, 9, 9, 9, 9].map(apart)).df).to.be.closeTo(0.37 * 5, 1e-12);
    expect(ofDistances()).to.equal(0);
    expect(ofDistances(9, 9, 9, 9)).to.equal(0);
    expect(ofDistances(9, 9, 9, 9, 9)).to.equal(betweenVariance(apart(9)));
    // Distances of up to 1.2 are chance, and a single one may have any distance.
    expect(ofDistances(1.2, 0.4, 0.9, 0.1, 1, 0.7)).to.equal(0);
    expect(ofDistances(1000, 1.2, 1.2, 1.2, 1.2, 1.2)).to.equal(0);
    expect(ofDistances(3, 3, 3, 3, 3, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2)).to.equal(betweenVariance(apart(1.2)));
    expect(betweenVariance(apart(1.2))).to.be.above(0);
    // A single outlier does not move it.
    expect(ofDistances(3, 3, 3, 3, 1000)).to.equal(betweenVariance(apart(3)));
  });

  it('derives the error of the mean of different places from their distances', () => {
    const equal = [1, 2, 4, 3].map((centre) => ({ centre, error: 0.5, df: 30 }));
    // Of equal errors Student's: mean 2.5, variance 5 / 3.
    const { centre, error, df } = hartungKnapp(equal);
    expect(centre).to.be.closeTo(2.5, 1e-14);
    expect(error).to.be.closeTo(5 / 12, 1e-14);
    expect(df).to.equal(3);
    const trials = hartungKnapp(TRIALS, 0.3088);
    expect(trials.centre).to.be.closeTo(-0.7141209459125973, 1e-9);
    expect(Math.sqrt(trials.error)).to.be.closeTo(0.18069747918086157, 1e-9);
    expect(trials.df).to.equal(12);
    const robust = robustMean(equal);
    expect(robust).to.include({ centre: 2.5, df: 3 });
    expect(robust.error).to.be.closeTo(5 / 12, 1e-14);
    // Shares 0.8 and 0.2, 0.2 and 0.8 from their mean.
    const unequal = robustMean([{ centre: 1, error: 0.01, df: 9 }, { centre: 2, error: 0.04, df: 4 }]);
    expect(unequal.error).to.be.closeTo(0.8 ** 2 * 0.2 ** 2 / 0.2 + 0.2 ** 2 * 0.8 ** 2 / 0.8, 1e-14);
  });
});
