'use strict';

/* Compares two sides within each machine (block), because in pooled lists a slower machine looks like a slower side. */

const { contrastByT, meanAndError } = require('./comparison');
const { normalTwoSidedP, tQuantile, NORMAL_DF } = require('./distributions');
const { ALPHA, computeContrast, holm, smallestRankP, withRankP } = require('./process-contrast');
const { testAgreement, commonBetweenVariance, hartungKnapp, robustMean, weightedMean } = require('./random-effects');
const { mannWhitney } = require('./ranks');
const { median } = require('./sample');

const { abs, max, min, sign, sqrt } = Math;

const LEAST_P = 1e-300;

// From this number of machines, the spread between them counts, too. For three, t is 4.3, which finds nothing.
const FEWEST_ROBUST = 5;

const deviateOf = (p) => -tQuantile(max(p, LEAST_P) / 2, NORMAL_DF);

/** The estimate is null if the processes of this machine do not show their error. */
function partOf({ first, second }, strictest) {
  const contrast = computeContrast(first, second, strictest);
  const { difference, error, df } = contrast;
  const estimate = error > 0 ? { centre: difference, error: error ** 2, df } : null;
  return { first, second, contrast, estimate };
}

/** Rank test over all machines, weighted by precision (Stouffer 1949, Liptak 1958). 0 if it cannot reach the level. */
function rankPOf(parts, { shares, centre }, strictest) {
  let found = 0;
  let most = 0;
  parts.forEach(({ first, second }, i) => {
    const weight = sqrt(shares[i]);
    const { u, p } = mannWhitney(first, second);
    found += weight * sign(u - first.length * second.length / 2) * deviateOf(p);
    most += weight * deviateOf(smallestRankP(first.length, second.length));
  });
  if (normalTwoSidedP(most) > strictest) return 0;
  return found * centre > 0 ? normalTwoSidedP(abs(found)) : 1;
}

function inBoth(one, other) {
  return {
    ratio: one.ratio,
    p: max(one.p, other.p),
    interval(confidence) {
      const [first, second] = [one.interval(confidence), other.interval(confidence)];
      return { ratio: one.ratio, low: min(first.low, second.low), high: max(first.high, second.high) };
    },
  };
}

/** error: squared */
const contrastOfMean = ({ centre, error, df }) => contrastByT({ difference: centre, error: sqrt(error), df });

function contrastOfParts({ parts, known, estimates }, isOdd, between, strictest) {
  if (parts.length === 1) return parts[0].contrast;
  // With one process per side and machine, only the spread between machines shows the error.
  if (known.length === 0) return contrastOfMean(meanAndError(parts.map(({ contrast }) => contrast.difference)));
  if (known.length === 1) return known[0].contrast;
  if (isOdd) return contrastOfMean(hartungKnapp(estimates));
  // Here the machines agree, or differ in all tests.
  const together = weightedMean(estimates, between);
  const found = withRankP(contrastOfMean(together), rankPOf(known, together, strictest));
  if (estimates.length < FEWEST_ROBUST) return found;
  return inBoth(found, contrastOfMean(robustMean(estimates, between.variance)));
}

/**
 * Contrasts of several tests for judgeTogether(). The ratio is the mean over machines by inverse variances, and the
 * interval is for the mean of these machines. If machines differ by more than their processes explain, the interval is
 * the wider one for the mean of any such machines: in all tests if too many tests differ, otherwise in the tests that
 * certainly do (Hartung and Knapp). Two machines that disagree then leave nearly everything open.
 *
 * @param {{ first: number[], second: number[] }[][]} tests for each test a block per machine, with one time per
 *   process. A block of single processes counts only if all blocks are such.
 * @param {number} [strictest] lowest level that p will be compared with
 * @returns {(Contrast & { parts: Contrast[], differ: boolean })[]} parts: per block; differ: more processes would not
 *   help
 */
function contrastsOfBlocks(tests, strictest = ALPHA) {
  const all = tests.map((blocks) => {
    const parts = blocks.map((block) => partOf(block, strictest));
    const known = parts.filter(({ estimate }) => estimate);
    return { parts, known, estimates: known.map(({ estimate }) => estimate) };
  });
  const between = commonBetweenVariance(all.map(({ estimates }) => estimates).filter(({ length }) => length > 1));
  const agreements = holm(all.map(({ estimates }) => (
    estimates.length > 1 ? testAgreement(estimates, between.variance) : null)), ALPHA);
  return all.map((test, i) => {
    const { parts, known, estimates } = test;
    const isOdd = known.length > 1 && agreements[i].adjusted <= ALPHA;
    // Differences between machines are most of the error of their mean.
    const areFar = estimates.length > 1 && median(estimates.map(({ error }) => error)) < between.variance;
    return {
      ...contrastOfParts(test, isOdd, between, strictest), parts: parts.map(({ contrast }) => contrast),
      differ: isOdd || areFar,
    };
  });
}

module.exports = { contrastsOfBlocks };
