'use strict';

/* Combines estimates from several places: { centre, error (squared standard error, never 0), df }. */

const { incompleteBeta, leastBeyond, normalTwoSidedP, tQuantile, NORMAL_DF } = require('./distributions');
const { ALPHA } = require('./process-contrast');
const { maxOf, median } = require('./sample');

const { max, min, sqrt } = Math;

const MEDIAN_SHARE = 0.37; // the median of squares of normal values has the error of a mean of 0.37 times as many

const FEWEST_TOGETHER = 5; // fewer quantities are judged separately

// Probability beyond two standard deviations, and the deviation of normal values cut off there.
const FARTHEST_P = 0.022750131948179;
const SCORE_DEVIATION = 0.9594;

/** P(F >= f) of Fisher's F, which is a tail of the beta distribution. */
function fTail(f, first, second) {
  if (!(f > 0)) return 1;
  const product = first * f;
  return incompleteBeta(second / (second + product), second / 2, first / 2, product / (second + product));
}

function binomialTail(least, trials, chance) {
  return least <= 0 ? 1 : incompleteBeta(chance, least, trials - least + 1, 1 - chance);
}

/** By inverse variances. `between` counts as exact: df of error + between: df of the error over its squared share. */
function weightsOf(estimates, between) {
  const weights = estimates.map(({ error }) => 1 / (error + between));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const shares = weights.map((weight) => weight / sum);
  const dfs = estimates.map(({ error, df }, i) => df / (weights[i] * error) ** 2);
  // Relative to the first centre, so that equal centres have no distance.
  const [{ centre: origin }] = estimates;
  const centre = estimates.reduce((all, one, i) => all + shares[i] * (one.centre - origin), origin);
  const squares = estimates.reduce((all, one, i) => all + weights[i] * (one.centre - centre) ** 2, 0);
  return { weights, sum, shares, dfs, centre, squares };
}

const NOTHING_BETWEEN = { variance: 0, df: Infinity };

/**
 * Mean by inverse variances, corrected for errors too small by chance (Meier, Variance of a Weighted Mean, 1953). The
 * inverse of a variance is on average too large by df / (df - 2), so df - 2 replaces his df: eight equal machines are
 * called different in 5.6 instead of 6.7 of 100 cases.
 */
function weightedMean(estimates, between = NOTHING_BETWEEN) {
  const { sum, shares, dfs, centre } = weightsOf(estimates, between.variance);
  let excess = 0;
  let squares = 0;
  let inverseDf = 0;
  shares.forEach((share, i) => {
    excess += share * (1 - share) / max(1, dfs[i] - 2);
    squares += share ** 2;
    inverseDf += share ** 2 / dfs[i];
  });
  inverseDf += (sum * between.variance * squares) ** 2 / between.df;
  return { centre, error: (1 + 4 * excess) / sum, df: 1 / inverseDf, shares };
}

/** p of Welch's test (1951) that means with different variances are equal; of Welch and Satterthwaite for two. */
function testAgreement(estimates, between = 0) {
  const { shares, dfs, squares } = weightsOf(estimates, between);
  const k = estimates.length;
  const lambda = shares.reduce((sum, share, i) => sum + (1 - share) ** 2 / dfs[i], 0);
  const f = squares / (k - 1) / (1 + 2 * (k - 2) / (k * k - 1) * lambda);
  return fTail(f, k - 1, min(NORMAL_DF, (k * k - 1) / (3 * lambda)));
}

/** The variance between places that leaves estimates as far apart in half of all cases (Viechtbauer 2021), or 0. */
function betweenVariance(estimates) {
  const isNear = (between) => testAgreement(estimates, between) >= 0.5;
  return isNear(0) ? 0 : leastBeyond(isNear, maxOf(estimates.map(({ error }) => error)));
}

/** Normal deviate of p, at most two, so that no single quantity decides. */
const scoreOf = (p) => -tQuantile(min(max(p, FARTHEST_P), 1 - FARTHEST_P), NORMAL_DF);

/** Whether these p are too small, together, for quantities that agree (Stouffer 1949). */
function areTooSmall(ps) {
  const score = ps.reduce((sum, p) => sum + scoreOf(p), 0) / (SCORE_DEVIATION * sqrt(ps.length));
  return score > 0 && normalTwoSidedP(score) / 2 <= ALPHA;
}

/**
 * Median of the variances, with its df; 0 under five quantities, or if chance explains them. Each needs two estimates.
 */
function commonBetweenVariance(quantities) {
  const ps = quantities.map((estimates) => testAgreement(estimates));
  if (ps.length < FEWEST_TOGETHER || !areTooSmall(ps)) return NOTHING_BETWEEN;
  const far = quantities.filter((_, i) => ps[i] < 0.5);
  const near = Array(quantities.length - far.length).fill(0);
  const distances = quantities.reduce((sum, { length }) => sum + length - 1, 0);
  return {
    variance: median([...near, ...far.map((estimates) => betweenVariance(estimates))]), df: MEDIAN_SHARE * distances,
  };
}

/** Mean of places that differ, with an error from their distances (Hartung and Knapp 2001, Sidik and Jonkman 2002). */
function hartungKnapp(estimates, between = betweenVariance(estimates)) {
  const { sum, centre, squares } = weightsOf(estimates, between);
  const df = estimates.length - 1;
  return { centre, error: squares / (df * sum), df };
}

/** The same mean, with an error that stays right if the weights are far off (Sidik and Jonkman 2006). */
function robustMean(estimates, between = 0) {
  const { shares, centre } = weightsOf(estimates, between);
  const error = estimates.reduce((sum, one, i) => (
    sum + shares[i] ** 2 * (one.centre - centre) ** 2 / (1 - shares[i])), 0);
  return { centre, error, df: estimates.length - 1 };
}

module.exports = {
  weightedMean, testAgreement, betweenVariance, commonBetweenVariance, hartungKnapp, robustMean, binomialTail, fTail,
};
