'use strict';

/* Suites of streams: what they do otherwise than suites of tests. */

const { streamRuns, streamJob } = require('./runs');

/** What is kept of the settings with the results: no functions, and not the input itself. */
function savedSettings(settings) {
  const { input, source, check, hash, reference, ...others } = settings;
  delete others.signal;
  const kind = source && source.kind;
  return {
    ...others,
    input: kind === 'file' ? `${input}` : kind && { bytes: 'memory', factory: 'a function' }[kind],
    reference: Boolean(reference),
    checked: Boolean(check || hash),
  };
}

const OF_TESTS = ['tier', 'cold', 'memory', 'cache'];

function settingsFor(overrides) {
  const meant = OF_TESTS.find((name) => overrides[name] !== undefined);
  if (meant) throw new TypeError(`streams: --${meant} is for suites of tests; leave it out, or choose other files`);
  const { forkTests, verbose, count } = overrides;
  const shown = { ...(verbose !== undefined && { verbose }), ...(count !== undefined && { count }) };
  if (forkTests === undefined) return shown;
  return forkTests ? { ...shown, forkTests, runs: forkTests } : { ...shown, forkTests };
}

/** @type {import('../session/test-strategy').Strategy} */
module.exports = {
  name: 'streams',
  forking: 'forkTests and count',
  expand: (suite) => suite,
  settingsFor,
  savedSettings,
  isInRounds: () => false,
  isAtOnce: () => false,
  runsOf: streamRuns,
  measure(test, settings, job, tools, done) { streamJob(test, settings, job, tools).then(done); },
  count(test, settings, job, tools, done) {
    require('./count-runs').countRuns(test, settings, job).then((found) => tools.asBefore(() => done(found)));
  },
};
