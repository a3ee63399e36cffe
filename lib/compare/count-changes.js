'use strict';

/* Compares instruction counts of sides. They decide about regressions; times decide only for tests without counts. */

const { compareCounts, notCounted } = require('../counts/verdict');

function whyNot(pair, labels) {
  const missing = pair.map((known) => !known || known.counts === null);
  const reasons = pair.map((known) => (known && known.reason) || 'the run ended before it was counted');
  if (missing[0] && missing[1] && reasons[0] === reasons[1]) return reasons[0];
  const at = missing.indexOf(true);
  return at < 0 ? null : `${labels[at]}: ${reasons[at]}`;
}

/**
 * tests: results of judge(), modified in place; known: { counts, reason } or null, per test and side; plan: precision,
 * maxRegression: shares or null; forbidden: reason against comparing counts, or null
 */
function addCounts(tests, known, { sides, precision, maxRegression, forbidden = null }) {
  function changeOf(test, k, pair) {
    if ([test.sides[0], test.sides[k]].some((side) => !side || side.error)) return null;
    const why = forbidden || whyNot(pair, [sides[0].label, sides[k].label]);
    if (why !== null) return notCounted(why);
    return compareCounts(pair[0].counts, pair[1].counts, { precision, limit: maxRegression });
  }

  tests.forEach((test, i) => {
    test.sides.forEach((side, k) => {
      if (!side) return;
      const { counts = null, reason = null } = known[i][k] || {};
      Object.assign(side, { counts, notCounted: counts === null ? reason : null });
    });
    test.changes.forEach((change, k) => {
      change.counts = changeOf(test, k + 1, [known[i][0], known[i][k + 1]]);
      const { regression } = change.counts || { regression: null };
      if (regression !== null) change.regression = regression;
    });
  });
}

module.exports = { addCounts };
