'use strict';

/*
 * The same comparison on several machines. Machines have levels of their own, and so a machine is a block: its two
 * lists are compared with each other alone, and what machines say is put together by how well each knows it. Lists
 * poured together would make a slower machine a slower side, or its distance an error.
 */

const { mannWhitney, meanAndError } = require('./comparison');
const { normalTwoSidedP, tQuantile, tTwoSidedP, tWithin } = require('./distributions');
const { holm } = require('./multiple');
const { ALPHA, contrastOf, smallestRankP, withRanks } = require('./process-contrast');
const { agreementOf, commonBetweenVariance, hartungKnapp, robustMean, weightedMean } = require('./random-effects');
const { median } = require('./sample');

const { abs, exp, max, min, sign, sqrt } = Math;

const LEAST_P = 1e-300;

// From so many machines on they tell by themselves how far they can be trusted. Of fewer the t is so large, 4.3 of
// three, that what they have in common would hardly ever be found.
const TELLING = 5;

/** The normal deviate that is exceeded, on either side, with this probability. */
const deviateOf = (p) => -tQuantile(max(p, LEAST_P) / 2, 1e6);

/** What one machine says: null for the estimate where its processes do not tell how far they can be trusted. */
function partOf({ first, second }, strictest) {
  const contrast = contrastOf(first, second, strictest);
  const { difference, error, df } = contrast;
  const estimate = error > 0 ? { centre: difference, error: error ** 2, df } : null;
  return { first, second, contrast, estimate };
}

/** A difference of logarithms with its squared error. */
function contrastByT({ centre, error, df }, rankP = 0) {
  const ratio = exp(centre);
  const isKnown = error > 0;
  const p = isKnown ? tTwoSidedP(abs(centre) / sqrt(error), df) : error === 0 && centre === 0 ? 1 : null;
  return {
    ratio,
    p: p === null ? null : max(p, rankP),
    interval(confidence) {
      if (p === null) return { ratio, low: null, high: null };
      const half = isKnown ? tWithin(confidence, df) * sqrt(error) : 0;
      return withRanks({ ratio, low: exp(centre - half), high: exp(centre + half) }, rankP, confidence);
    },
  };
}

/**
 * What the ranks of all machines say: the normal deviates of their rank tests, weighted by how well each machine knows
 * the ratio (Stouffer 1949, Liptak 1958). 0, which asks for nothing, where so few processes cannot reach the level.
 */
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

/** Of two contrasts of the same ratio what both say: their intervals together. */
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

/** Of machines that agree, or differ as all tests say. */
function ofAgreeing({ known, estimates }, between, strictest) {
  const together = weightedMean(estimates, between);
  const found = contrastByT(together, rankPOf(known, together, strictest));
  return estimates.length < TELLING ? found
    : inBoth(found, contrastByT(robustMean(estimates, between.variance)));
}

/** Whether the errors of machines are the smaller part of what is not known of their mean. */
const hidesErrors = (estimates, variance) => estimates.length > 1
  && median(estimates.map(({ error }) => error)) < variance;

/** One process a side on each machine: only from one machine to the next can be told how far they can be trusted. */
const ofSingleProcesses = (parts) => contrastByT(meanAndError(parts.map(({ contrast }) => contrast.difference)));

/**
 * Contrasts of several tests, each measured on several machines, for judgeTogether(). Their ratio is the mean over
 * machines by inverse variances, and its interval that of these machines' mean. Where machines differ by more than
 * their processes explain, it is that of machines like these, which is wider: in all tests, where too many of them show
 * it; else in those that do for certain, by Hartung and Knapp, where two machines that disagree leave nearly everything
 * open.
 *
 * @param {{ first: number[], second: number[] }[][]} tests for each the blocks, one of each machine, one at least:
 *   times, one of each process, at least one. A block of single processes counts only where all are such.
 * @param {number} [strictest] the lowest level that a p will be compared with
 * @returns {(Contrast & { parts: Contrast[], differ: boolean })[]} of first over second, see process-contrast.js;
 *   parts: of each block; differ: whether machines differ so much that more processes would tell nothing
 */
function contrastsOfBlocks(tests, strictest = ALPHA) {
  const all = tests.map((blocks) => {
    const parts = blocks.map((block) => partOf(block, strictest));
    const known = parts.filter(({ estimate }) => estimate);
    return { parts, known, estimates: known.map(({ estimate }) => estimate) };
  });
  const between = commonBetweenVariance(all.map(({ estimates }) => estimates).filter(({ length }) => length > 1));
  const agreements = holm(all.map(({ estimates }) => (
    estimates.length > 1 ? agreementOf(estimates, between.variance) : null)), ALPHA);
  return all.map(({ parts, known, estimates }, i) => {
    const isOdd = known.length > 1 && agreements[i].adjusted <= ALPHA;
    const contrast = parts.length === 1 ? parts[0].contrast
      : known.length === 0 ? ofSingleProcesses(parts)
        : known.length === 1 ? known[0].contrast
          : isOdd ? contrastByT(hartungKnapp(estimates))
            : ofAgreeing({ known, estimates }, between, strictest);
    return {
      ...contrast, parts: parts.map((part) => part.contrast), differ: isOdd || hidesErrors(estimates, between.variance),
    };
  });
}

module.exports = { contrastsOfBlocks };
