'use strict';

/*
 * What the sides of a comparison execute, beside its times. Counts decide over regressions where they are there: the
 * time is asked of what nobody could count.
 */

const { compareCounts, notCounted } = require('../counts/verdict');

/** What is known of one side: { counts, reason }, null where it was not counted, and nothing is known of why. */
const reasonOf = (known) => (known && known.reason) || 'the run ended before it was counted';

/** Why two sides cannot be compared by their counts, null where they can. */
function whyNot(sides, [old, fresh], labels) {
  const missing = [old, fresh].map((known) => !known || known.counts === null);
  const reasons = [old, fresh].map(reasonOf);
  if (missing[0] && missing[1] && reasons[0] === reasons[1]) return reasons[0];
  const at = missing.indexOf(true);
  return at < 0 ? null : `${labels[at]}: ${reasons[at]}`;
}

/**
 * @param {object[]} tests as judge() makes them; they are filled in place
 * @param {({ counts: object|null, reason: string|null }|null)[][]} known of each test, of each of its sides
 * @param {object} plan { sides: with their labels, precision: share or null, maxRegression: share or null, forbidden:
 *   why no counts can be compared, in words, or null }
 */
function addCounts(tests, known, { sides, precision, maxRegression, forbidden = null }) {
  tests.forEach((test, i) => {
    test.sides.forEach((side, k) => {
      if (!side) return;
      const { counts = null, reason = null } = known[i][k] || {};
      side.counts = counts;
      side.notCounted = counts === null ? reason : null;
    });
    test.changes.forEach((change, k) => {
      const pair = [known[i][0], known[i][k + 1]];
      change.counts = changeOf(test, k + 1, pair);
      const { regression } = change.counts || { regression: null };
      if (regression !== null) change.regression = regression;
    });
  });

  function changeOf(test, k, pair) {
    const measured = [test.sides[0], test.sides[k]];
    if (measured.some((side) => !side || side.error)) return null;
    const why = forbidden || whyNot(test.sides, pair, [sides[0].label, sides[k].label]);
    if (why !== null) return notCounted(why);
    return compareCounts(pair[0].counts, pair[1].counts, { precision, limit: maxRegression });
  }
}

module.exports = { addCounts };
