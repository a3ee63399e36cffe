'use strict';

/*
 * Many comparisons at once: of ten between equals, one looks different in 28 of 100 cases where each is judged by
 * itself.
 */

const { max, min } = Math;

/**
 * Holm's step-down procedure (1979): all verdicts together are right in a share 1 - alpha of cases.
 *
 * @param {(number|null)[]} ps two-sided p of each comparison, null where there is none
 * @param {number} [alpha]
 * @returns {{ adjusted: number|null, confidence: number }[]} adjusted: to be compared with alpha; confidence: of
 *   the interval that excludes no difference exactly where Holm's procedure finds one. That is 1 - alpha / k at
 *   a step with k comparisons left, and for all after the first that is not rejected the same as for that one.
 */
function holm(ps, alpha = 0.05) {
  const order = ps.map((p, i) => i).filter((i) => ps[i] !== null).sort((a, b) => ps[a] - ps[b]);
  const results = ps.map(() => ({ adjusted: null, confidence: 1 - alpha / max(1, order.length) }));
  let highest = 0;
  let level = alpha;
  for (let k = 0; k < order.length; k++) {
    const left = order.length - k;
    const rejectedSoFar = highest <= alpha;
    highest = max(highest, min(1, left * ps[order[k]]));
    if (rejectedSoFar) level = alpha / left;
    results[order[k]] = { adjusted: highest, confidence: 1 - level };
  }
  return results;
}

module.exports = { holm };
