'use strict';

/*
 * The work of a process that shows why a test takes its time: it sets up one test, warms it up, and calls it in a
 * window that its log shows. No process that is timed does this, because logs cost time.
 */

const { writeFileSync } = require('fs');
const { Script } = require('vm');
const { createEmptyRow, createFailedRow } = require('../../core/estimate/row');
const { loopOf } = require('../../core/measure/task');
const { runSteps } = require('../../core/measure/run-steps');
const { firstCall, createLoopForm, hook, withSetupValue } = require('../../core/measure/user-calls');
const { toRowError } = require('../../base/text/row-error');

const { ceil, max, min } = Math;

const MOST_INPUTS = 1024; // of tests with an input for each call, which exist before a run of the loop
const MOST_CALLS = 2 ** 28;
const GROWTH = 1.5;

/** Its compilation appears in the log of V8, with the time. */
const mark = (name) => new Script(`'${name}'`, { filename: name });

/** Counts blocks of the user's files from now on. Other processes show the time, which counting changes. */
function startCoverage() {
  const { Session } = require('inspector');
  const session = new Session();
  session.connect();
  const ask = (method, given) => {
    let result = null;
    session.post(method, given, (_, found) => { result = found; });
    return result;
  };
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  /** [{ url, functions: [{ functionName, ranges }] }], since the last call */
  return () => ask('Profiler.takePreciseCoverage').result.filter(({ url }) => url.startsWith('file:'));
}

let takeCoverage = null;

/** Call it before the user's file is loaded: V8 counts blocks only of functions that it compiles afterwards. */
function prepareExplaining({ hasCoverage }) {
  if (hasCoverage) takeCoverage = startCoverage();
}

function* runFor(loop, ns, clock, calls = 1) {
  const most = loop.prepare ? MOST_INPUTS : MOST_CALLS;
  const startNs = clock.nowNs();
  let made = 0;
  let next = calls;
  do {
    if (loop.prepare) yield [{ run: loop.prepare }, next];
    const took = yield [loop, next];
    made += next;
    if (loop.finisher) yield [loop.finisher, next];
    if (loop.discard) loop.discard();
    const fitting = ceil(ns / 20 / max(1, took / next));
    next = min(most, fitting, ceil(next * GROWTH));
  } while (clock.nowNs() - startNs < ns);
  return { calls: made, next };
}

function* steps(given, { inline }, job, { clock }) {
  let value;
  if (given.setup) yield [hook(given.setup, (found) => { value = found; }), 1];
  const test = withSetupValue(given, value);
  const form = { inline, ...createLoopForm(test, value) };
  let kind = 'callback';
  if (!test.takesCallback) {
    const samples = { kind: test.kind || 'sync' };
    yield [firstCall({ fn: test.fn, kind: test.kind, ...form }, clock, samples), 1];
    ({ kind } = samples);
  }
  const loop = loopOf(kind, test.fn, { clock, late() {} }, form);
  const { next } = yield* runFor(loop, job.warmNs, clock);
  if (takeCoverage) takeCoverage(); // the counts begin again
  mark(job.begin);
  const { calls } = yield* runFor(loop, job.windowNs, clock, next);
  mark(job.end);
  const blocks = takeCoverage && takeCoverage();
  if (loop.close) loop.close();
  if (test.teardown) yield [hook(() => test.teardown(value)), 1];
  return { calls, blocks };
}

/** Like strategy.count, see session/test-strategy.js. Writes { calls (in the window), blocks } to a file. */
function explainTest(test, settings, job, tools, done) {
  runSteps(steps(test, settings, job.explain, tools), (failure, found) => tools.asBefore(() => {
    if (failure) {
      const error = toRowError({ stage: 'test', ...failure }, 'sync', null);
      done({ row: createFailedRow(test.name, settings.opsPerTest, error) });
      return;
    }
    writeFileSync(job.explain.file, JSON.stringify(found), { mode: 0o600 });
    done({ row: createEmptyRow(test.name, settings.opsPerTest) });
  }));
}

module.exports = { prepareExplaining, explainTest };
