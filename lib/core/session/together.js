'use strict';

/*
 * Each test has separate processes, but a script measures all tests in one process, where shared code is compiled for
 * all of them. One more process measures the suite in that state for a moment, to show which tests differ.
 */

const SECONDS = 0.03; // of each test, after its warm-up
const WARM_UP_SECONDS = 0.06; // usually
const LONG_CALL_NS = 2e4; // whose warm-up takes longer, see measure/warm-up.js
const LONG_WARM_UP_SECONDS = 0.3;
const MOST_SECONDS = 6; // of a suite
const LEAST_LIMIT_SECONDS = 0.3; // of each test: a run that is shorter has no time for this
const LONGEST_CALL_NS = 1e6; // some rounds have to fit into the time of a test
const START_SECONDS = 5;

const secondsOf = (sources) => sources.reduce((sum, { rows: [{ nsPerCall }] }) => (
  sum + SECONDS + (nsPerCall < LONG_CALL_NS ? WARM_UP_SECONDS : LONG_WARM_UP_SECONDS)), 0);

/** Whether this is possible and cheap. sources: see Restarts; limitSeconds: of each test */
function canBeTogether(sources, limitSeconds) {
  const isFit = ({ test, error, rows }) => (
    error === null && !test.tier && !test.isCold && rows.length > 0 && rows[0].nsPerCall < LONGEST_CALL_NS);
  return sources.length > 1 && limitSeconds >= LEAST_LIMIT_SECONDS && sources.every(isFit)
    && secondsOf(sources) <= MOST_SECONDS;
}

/** Resolves with { nsPerCall, cycles } of each test (null for a test that did not get warm), or null. */
async function measureTogether(sources, { runner, position, historyPath }, onStart) {
  const [{ test, index }] = sources;
  const { together } = await runner.run({
    job: {
      position, index, name: test.name, seconds: SECONDS, calls: 0, history: historyPath, sampled: false, evicts: false,
      isTrial: false, takesTurns: false, isTogether: true, names: sources.map((source) => source.test.name),
    },
    limitMs: (START_SECONDS + 3 * secondsOf(sources)) * 1000,
    onLine() {},
    onStart,
  });
  return together && together.length === sources.length ? together : null;
}

module.exports = { canBeTogether, measureTogether };
