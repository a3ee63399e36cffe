'use strict';

/*
 * Which of many commits made a change, from comparisons that can be wrong: probabilistic bisection (M. Horstein,
 * Sequential transmission using noiseless feedback, 1963; R. Waeber et al., Bisection search with noisy responses,
 * 2013), with the likelihood of the measured ratio instead of a yes or no.
 */

const { abs, exp, log, max, sqrt } = Math;

// In 1 % of cases a comparison misleads regardless of its interval: the machine, or a change that was undone for a
// while. So one comparison changes odds by a factor of 99 at most.
const SURE = 0.99;

const logDensity = (x, mean, deviation) => -0.5 * ((x - mean) / deviation) ** 2 - log(deviation);

/**
 * @param {number} count of commits after the good one, up to the bad one; the i-th (from 1) may be the first changed
 * @param {{ logRatio: number, error: number }} effect of all: the logarithm of the bad one's ratio to the good one,
 *   and its standard error
 * @param {{ at: number, logRatio: number, error: number }[]} observations at: the commit that was compared
 * @returns {number[]} the probability of each commit, index 0 for the first
 */
function computePosterior(count, effect, observations) {
  const logs = Array(count).fill(0);
  for (const { at, logRatio, error } of observations) {
    const without = logDensity(logRatio, 0, error);
    const within = logDensity(logRatio, effect.logRatio, sqrt(error ** 2 + effect.error ** 2));
    const share = 1 / (1 + exp(without - within));
    const changed = SURE * share + (1 - SURE) * (1 - share);
    for (let i = 1; i <= count; i++) logs[i - 1] += log(i <= at ? changed : 1 - changed);
  }
  const most = logs.reduce((one, other) => max(one, other));
  const weights = logs.map((one) => exp(one - most));
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((one) => one / sum);
}

/**
 * The commit whose comparison is the most informative: a change up to it is as probable as one after it. skipped: a Set
 * of commits that cannot be compared. Null if no comparison would be informative.
 */
function nextCommit(posterior, skipped) {
  let best = null;
  let below = 0;
  for (let at = 1; at < posterior.length; at++) {
    below += posterior[at - 1];
    const distance = abs(below - 0.5);
    if (!skipped.has(at) && below > 1e-9 && below < 1 - 1e-9 && (best === null || distance < best.distance)) {
      best = { at, distance };
    }
  }
  return best && best.at;
}

/** The fewest adjacent commits, { from, to } (from 1), that hold this much of the probability. */
function credibleCommits(posterior, share) {
  let best = null;
  let sum = 0;
  for (let from = 0, to = 0; from < posterior.length; sum -= posterior[from++]) {
    while (sum < share && to < posterior.length) sum += posterior[to++];
    if (sum < share) break;
    if (best === null || to - from < best.to - best.from + 1) best = { from: from + 1, to };
  }
  return best || { from: 1, to: posterior.length };
}

module.exports = { computePosterior, nextCommit, credibleCommits };
