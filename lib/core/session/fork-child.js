'use strict';

/* Measures one test. It runs the user's script again, with the results of earlier suites, and prints nothing. */

const { program } = require('#engine');
const { createAsBefore } = require('../../base/host/builtins');
const { createRowError, toRowError } = require('../../base/text/row-error');
const { createEmptyRow, createFailedRow } = require('../estimate/row');
const { onUncaught: ignoreErrors } = require('../measure/error-attribution');
const { ownLoops } = require('./own-loops');

/**
 * @typedef {object} Job of this process
 * @property {boolean} [lists] whether it only lists the suites
 * @property {number} position of the suite
 * @property {number} index of the test in the suite, as listed
 * @property {string} name of the test
 * @property {number} seconds of measuring
 * @property {number} [mostLoops] around the test, which take turns; by default, it depends on the time
 * @property {number} calls 0 for as many as fit into the time
 * @property {string|null} history path of a file with the rows of earlier suites, null if these were not measured
 * @property {boolean} sampled whether to report the rounds
 * @property {boolean} [keepsTime] whether to end in time even if contention took most of it
 * @property {boolean} [isTogether] whether to measure all tests of the suite, see together.js
 * @property {string[]} [names] of these tests, in the order of their results
 * @property {boolean} [isAfterOthers] whether the other tests of the suite run first
 * @property {boolean} [takesTurns] whether it is interleaved with other processes
 * @property {boolean} isTrial whether it is the discarded first run of a stream
 * @property {boolean} evicts whether to measure with cold caches if the settings ask for it
 * @property {object} [ownLoops] see own-loops.js
 * @property {string} [certificates] the variable that it did not get at its start, see certificates.js
 * @property {object} [counts] how to count instructions instead of timing, see counts/count-calls.js
 * @property {object} [explain] how to explain its time, see why/explained-process.js
 */

const NO_CERTIFICATES = { lacks: () => false, areUsed: () => false }; // in pages

/** Thrown by a suite whose caller expects it to be over, to end the script there. */
class ScriptEnd extends Error {
  constructor() {
    super('qtimeit measures the tests of this suite now. Only this process ends its script here');
    this.name = 'ScriptEnd';
  }
}

/**
 * The test with a name, which a script may define at another index each time. Without methods of arrays, because the
 * script may have replaced them.
 */
function findTest(tests, { index, name }) {
  if (index < tests.length && tests[index].name === name) return tests[index];
  for (let i = 0; i < tests.length; i++) if (tests[i].name === name) return tests[i];
  return null;
}

/**
 * channel: see parent-channel.js, with history (content of job.history), certificates (see certificates.js).
 * loaded(error, sysinfo, unused) is called after the script; unused: see loadSuiteFile().
 */
function createForkChild(channel, given) {
  const { clock } = given;
  const { job, history, send, onNextMessage, turns, leave, onUncaught, certificates = NO_CERTIFICATES } = channel;
  const sendKnown = (found) => send({ type: 'known', ...found });
  const tools = { ...given, turns, sendKnown, asBefore: createAsBefore(false) };
  const never = () => new Promise(() => {});
  let isReached = false;
  let unmute = null;

  const report = (found) => {
    send({ type: 'result', sample: null, lacksCertificates: certificates.lacks(), ...found }, () => leave(0));
  };

  function replay({ rows, returned }, callback) {
    if (callback) clock.nextTurn(() => callback(null, rows));
    if (returned === 'rows') return rows;
    return returned === 'promise' ? Promise.resolve(rows) : undefined;
  }

  /** Returns rows without figures, so that code that waits for the suite goes on. */
  function pass({ tests, settings, strategy, callback }) {
    const rows = tests.map(({ name }) => createEmptyRow(name, settings.opsPerTest));
    return replay({ rows, returned: strategy.isAtOnce(tests, settings) ? 'rows' : 'promise' }, callback);
  }

  function loaded(error, sysinfo, unused = []) {
    if (error) send({ type: 'broken', error }, () => leave(1));
    else if (job.lists) {
      send({ type: 'loaded', environment: sysinfo(), unused, usesTls: certificates.areUsed(), ownLoops });
    }
  }

  function take(suite) {
    const { position, tests, settings, strategy, callback } = suite;
    if (job.lists) {
      const listed = tests.map(({ name, timeoutSeconds, tier = null, each, afterEach }) => (
        { name, timeoutSeconds, tier, hasInputs: Boolean(each || afterEach) }
      ));
      send({ type: 'suite', suite: { position, tests: listed } });
      return pass(suite);
    }
    if (position < job.position) return history[position] ? replay(history[position], callback) : pass(suite);
    if (position > job.position) return never();
    isReached = true;
    const test = findTest(tests, job);
    if (test === null) {
      const words = 'the test is missing when the script runs again: every run must define the same tests. In this ' +
        `run, the suite contains only: ${tests.map(({ name }) => name).join(', ')}`;
      report({ row: createFailedRow(job.name, settings.opsPerTest, createRowError('no-test', words)) });
      return never();
    }
    onUncaught((error) => {
      if (error instanceof ScriptEnd) return;
      send({ type: 'uncaught', error: tools.asBefore(() => toRowError({ stage: 'test', error }, 'sync', null)) });
    });
    const isOfAll = job.isTogether || job.isAfterOthers;
    const measure = isOfAll ? strategy.measureAll : job.explain ? strategy.explain
      : job.counts ? strategy.count : strategy.measure;
    // In a later turn, after the remaining work and output of the script.
    onNextMessage(() => {
      if (unmute !== null) unmute();
      measure(isOfAll ? tests : test, settings, job, tools, report);
    });
    send({ type: 'begun' });
    return never();
  }

  /** Throws a ScriptEnd if this process measures a test of the last suite. A script that catches it is muted. */
  function endScript() {
    if (!isReached) return;
    // Not an error if it is thrown in a callback or in a promise.
    const stop = ignoreErrors(-Infinity, (error) => error instanceof ScriptEnd);
    clock.nextTurn(() => clock.nextTurn(() => stop()));
    if (unmute === null) unmute = program.muteScript();
    throw new ScriptEnd();
  }

  return { take, loaded, endScript, isReached: () => isReached };
}

module.exports = { ScriptEnd, createForkChild };
