'use strict';

/* Options of the command line as settings of suites, and as arguments of a process that measures one of their tests. */

/** What the command line says of all suites; what it does not say is theirs. */
function overridesOf({ time, fork, precision, calls, tier, cold, memory, cache }) {
  const overrides = {};
  if (time !== undefined) overrides.timeGoal = time;
  if (fork !== undefined) {
    overrides.forkTests = fork;
    overrides.coldForks = fork || null;
  }
  if (precision !== undefined) overrides.precision = precision;
  if (calls !== undefined) overrides.calls = calls;
  if (tier !== undefined) overrides.tier = tier;
  if (cold) overrides.cold = [true];
  if (memory) overrides.memory = true;
  if (cache !== undefined) overrides.cache = cache;
  return overrides;
}

const OF_TESTS = ['tier', 'cold', 'memory', 'cache'];

/**
 * @param {{ isStreams: boolean }} settings of a suite
 * @param {object} overrides as overridesOf makes them
 * @returns {object} those that are for this suite: of streams the number of runs
 * @throws {TypeError} where figures would be taken for what they are not
 */
function overridesFor({ isStreams }, overrides) {
  if (!isStreams) return overrides;
  const meant = OF_TESTS.find((name) => overrides[name] !== undefined);
  if (meant) throw new TypeError(`streams: --${meant} is for suites of tests; leave it out, or choose other files`);
  const { forkTests } = overrides;
  if (forkTests === undefined) return {};
  return forkTests ? { forkTests, runs: forkTests } : { forkTests };
}

/** Arguments for a process that measures a test of this file alone. */
function argumentsFor(file, { filter = [], exclude = [], tier, cold, memory, cache }) {
  const settings = [
    tier && `--tier=${tier.join()}`, cold && '--cold', memory && '--memory', cache && `--cache=${cache}`,
  ].filter(Boolean);
  return [
    'run', ...settings, ...filter.map((pattern) => `--filter=${pattern}`),
    ...exclude.map((pattern) => `--exclude=${pattern}`), '--', file,
  ];
}

module.exports = { overridesOf, overridesFor, argumentsFor };
