'use strict';

/* Options of the command line as settings of suites, and as arguments of a process that measures one of their tests. */

/** What the command line says of all suites; what it does not say is theirs. */
function overridesOf({ time, fork, precision, calls }) {
  const overrides = {};
  if (time !== undefined) overrides.timeGoal = time;
  if (fork !== undefined) overrides.forkTests = fork;
  if (precision !== undefined) overrides.precision = precision;
  if (calls !== undefined) overrides.calls = calls;
  return overrides;
}

/** Arguments for a process that measures a test of this file alone. */
function argumentsFor(file, { filter = [], exclude = [] }) {
  return ['run', ...filter.map((pattern) => `--filter=${pattern}`), ...exclude.map((pattern) => `--exclude=${pattern}`), '--', file];
}

module.exports = { overridesOf, argumentsFor };
