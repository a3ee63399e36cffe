'use strict';

/*
 * How many runs are left of all configurations, and how long they take: each as long as its own have taken so far, and
 * one without any as the mean of all. Each is told in a constant time, since there may be ten thousand of them.
 */

/**
 * @returns {{ expect: function(object, number), took: function(object, number), left: function(): number,
 *   leftNs: function(): number }} expect: so many runs of a configuration are left; took: one of its runs took so long,
 *   in ns
 */
function createRunsLeft() {
  const known = new Map();
  let timedNs = 0; // of those that have a time of their own
  let untimed = 0; // runs of those that have none
  let left = 0;
  let done = 0;
  let doneNs = 0;

  /** Takes the part of one away, or adds it. */
  function count({ runs, done: own, ns }, sign) {
    left += sign * runs;
    if (own > 0) timedNs += sign * runs * ns / own;
    else untimed += sign * runs;
  }

  function change(entry, changed) {
    const before = known.get(entry) || { runs: 0, done: 0, ns: 0 };
    count(before, -1);
    const after = { ...before, ...changed(before) };
    known.set(entry, after);
    count(after, 1);
  }

  return {
    expect: (entry, runs) => change(entry, () => ({ runs })),
    took(entry, ns) {
      done++;
      doneNs += ns;
      change(entry, (before) => ({ done: before.done + 1, ns: before.ns + ns }));
    },
    left: () => left,
    leftNs: () => (left > 0 ? timedNs + (done > 0 ? untimed * doneNs / done : 0) : 0),
  };
}

module.exports = { createRunsLeft };
