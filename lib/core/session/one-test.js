'use strict';

/* Measures one test in a separate process: in many rounds, or its first call. */

const engine = require('#engine');
const { callLimitMs, createWatchdog, runSteps } = require('../measure/run-steps');
const { measureSuite } = require('../measure/measure-suite');
const { watchOpenHandles } = require('../measure/user-calls');
const { createSample } = require('../samples/samples');
const { collectSources, roundsForPairs, summarizeAlone } = require('../estimate/test-rows');
const { createFailedRow, sampleOfOne } = require('../estimate/row');
const { createRowError } = require('../../base/text/row-error');

// After a step of this length the process reports its result so far, because it may be ended early.
const LONG_STEP_NS = 5e7;

const OTHER_SECONDS = 0.03; // of another test before a test, so that V8 has seen its inputs
const ALL_OTHERS_SECONDS = 0.5;

const MOST_ROUNDS = 250; // maximum number of reported rounds; a comparison of 200 processes does not need all

/** Measures tests in rounds of this process; done receives the state and the plan of measureSuite(). */
function measureInRounds(tests, settings, { timeGoal, warmsUpFully }, given, done) {
  const plan = { ...settings, cache: undefined, memory: false, timeGoal, calls: 0, twin: false,
    keepsTime: true, asynchronous: true, warmsUpFully };
  const state = { tests, plan, members: [], current: null };
  const watchdog = createWatchdog(given.clock, { isPending: watchOpenHandles() });
  const tools = { ...given, measureNotInlined: null, watchdog, late() {} };
  runSteps(measureSuite(state, tools, { between() {} }), () => {
    watchdog.dispose();
    done(state, plan);
  });
}

/** Measures all tests, as in a script; done receives the row of the first of job.names, and the times of all. */
function measureTogether(tests, settings, job, { asBefore, ...given }, done) {
  const ordered = asBefore(() => (
    job.names.map((name) => tests.find((test) => test.name === name)).filter(Boolean)));
  measureInRounds(ordered, settings, { timeGoal: job.seconds, warmsUpFully: true }, given, (state, plan) => {
    done(asBefore(() => {
      const { summarizeSuite } = require('../estimate/suite-summary');
      const rows = summarizeSuite(collectSources(state, null), { ...plan, baselineAvg: false });
      const unknown = { nsPerCall: null, cycles: null };
      // In so short a run, callbacks of the event loop take up to 2.5 times as long.
      const isKnown = ({ task: { samples }, failure }) => samples.isWarm && samples.kind !== 'callback' && !failure;
      const together = rows.map(({ nsPerCall, cycles }, i) => (
        isKnown(state.members[i]) ? { nsPerCall, cycles } : unknown));
      return { row: rows[0], together };
    }));
  });
}

/**
 * Measures one test after the others, before whose calls none of its code is optimized: code that they share has then
 * seen the inputs of all, as in a program. Other tiers of a test are no others.
 */
function measureAfterOthers(tests, settings, job, given, done) {
  const [test, others] = given.asBefore(() => {
    const own = tests.find(({ name }) => name === job.name);
    return [own, tests.filter((one) => one !== own && one.tier === own.tier)];
  });
  const timeGoal = Math.min(OTHER_SECONDS, ALL_OTHERS_SECONDS / others.length);
  measureInRounds(others, settings, { timeGoal, warmsUpFully: false }, given, () => (
    measureRounds(test, { ...settings, memory: false }, job, given, done)));
}

const measureAll = (tests, settings, job, ...others) => (
  (job.isAfterOthers ? measureAfterOthers : measureTogether)(tests, settings, job, ...others));

function measureRounds(test, settings, job, { turns, asBefore, sendKnown, ...given }, done) {
  const { clock, natives } = given;
  const fail = (code, words) =>
    done({ row: createFailedRow(job.name, settings.opsPerTest, createRowError(code, words)) });
  if (test.tier && natives === null) {
    fail('not-started', `this engine cannot be restricted to a tier: ${engine.lacks.tiers}`);
    return;
  }
  const plan = {
    ...settings, cache: job.evicts && settings.cache, keepsTime: job.keepsTime === true, timeGoal: job.seconds,
    calls: job.calls, twin: false, asynchronous: true, mostLoops: job.mostLoops,
  };
  const state = { tests: [test], plan, members: [], current: null };
  const watchdog = createWatchdog(clock, { isPending: watchOpenHandles() });
  const tier = test.tier && require('../measure/tiers').createTierWatch(test.tier, test.fn);
  let beganNs = clock.nowNs();

  function reportAfterLong() {
    if (clock.nowNs() - beganNs < LONG_STEP_NS) return;
    const known = asBefore(() => resultOf(state, tier, job));
    if (known.row.calls > 0 && !known.row.error) sendKnown(known);
  }

  const watch = {
    nextTurn: job.takesTurns && ((action) => {
      reportAfterLong();
      turns.next((turn) => {
        beganNs = clock.nowNs();
        action(turn);
      });
    }),
    between() {
      reportAfterLong();
      beganNs = clock.nowNs();
      if (tier && state.members[0].measured) tier.check(state.members[0].task);
    },
    * warmed({ task }, calls) {
      if (!tier) return;
      yield* tier.force(task, calls);
      tier.check(task);
    },
  };
  const tools = { ...given, watchdog, late() {} };
  runSteps(measureSuite(state, tools, watch), (failure) => {
    watchdog.dispose();
    if (failure) fail('threw', String(failure.error && failure.error.stack));
    else done(asBefore(() => resultOf(state, tier, job)));
  });
}

function resultOf({ tests, plan, members, current }, tier, job) {
  const [source] = collectSources({ tests, members, current }, null);
  const row = summarizeAlone(source, plan);
  if (tier && !row.error) {
    // tier.warn() reports this.
    row.warnings = row.warnings.filter(({ code }) => code !== 'not-optimized');
    tier.warn(row.warnings);
  }
  const sample = job.sampled && row.calls > 0 ? createSample(row, members[0].task.samples, MOST_ROUNDS) : null;
  const hasRounds = job.takesTurns && !row.error && source.samples;
  return { row, sample, ...(hasRounds && { rounds: roundsForPairs(source, plan) }) };
}

function measureFirstCall(test, settings, job, { clock }, done) {
  const watchdog = createWatchdog(clock, { isPending: watchOpenHandles() });
  const limitMs = test.timeoutSeconds ? test.timeoutSeconds * 1000 : callLimitMs(0);
  require('./cold-calls').measureCold(test, settings, { clock, watchdog }, limitMs, (row) => {
    watchdog.dispose();
    done({ row, sample: job.sampled && row.calls > 0 ? sampleOfOne(row) : null });
  });
}

/** job: see Job in fork-child.js; done({ row, sample }): sample is null unless the job asks for it. */
const measureTest = (test, ...others) => (test.isCold ? measureFirstCall : measureRounds)(test, ...others);

module.exports = { measureAll, measureTest };
