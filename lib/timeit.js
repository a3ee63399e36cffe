'use strict';

const { program } = require('#engine');
const {
  openHandles, handlesOpenedSince, warnLate, watchOpenHandles,
} = require('./core/measure/user-calls');
const { idNow, onUncaught } = require('./core/measure/error-attribution');
const { measureFunction } = require('./core/measure/measure');
const { callLimitMs, createWatchdog, runSteps, withTimeout } = require('./core/measure/run-steps');
const { includeUnshared } = require('./core/estimate/rounds');
const { summarize } = require('./core/estimate/summary');
const { parseGoal, toTestFunction, describeTest } = require('./core/suite/timeit-arguments');
const { sentence, changesMeaning, isOfLeftOut } = require('./core/system/warnings');
const { ascii, fixed, shortTime } = require('./base/text/numbers');
const { isClass, show } = require('./base/text/show');
const { formatFailedCall, toThrownError } = require('./base/text/row-error');
const { isUnmeasured } = require('./base/text/verdict-words');

const atOnce = (action) => action();

const SILENT = '/* NOOUTPUT */'; // the original's magic message

/** deps: { clock, heap, calibration, natives (or null), measureNotInlined, write(text), asBefore: of builtins.js } */
function createTimeit(deps) {
  /**
   * As qtimeit.d.ts describes it. startedNs is not for users. Returns the result of docs/results.md: at once for a
   * synchronous test, a promise for a test that returns one, undefined with a callback. An asynchronous run ends with
   * an error if a call takes longer than 60 s (or ten times a goal in seconds), or if the test throws later.
   */
  function timeit(countOrSeconds, testFunction, message, callback, startedNs = deps.clock.steadyNs()) {
    if (typeof message === 'function' && callback === undefined) {
      return timeit(countOrSeconds, testFunction, undefined, message, startedNs);
    }
    const goal = parseGoal(countOrSeconds);
    const fn = toTestFunction(testFunction);
    if (!isMessage(message)) throw new TypeError(`timeit: expected a message or a callback, got ${show(message)}`);
    if (callback !== undefined && (typeof callback !== 'function' || isClass(callback))) {
      throw new TypeError(`timeit: expected a callback function, got ${show(callback)}`);
    }
    const test = describeTest(testFunction, message === SILENT ? '' : message);
    const run = { goal, fn, message, test, kind: callback ? 'callback' : 'sync', startedNs };
    if (!callback) return startWithout(run);
    begin(deps, run, (error, result) => {
      if (error) callback(error);
      else callback(null, result.count, result.elapsed, result.wallclock, result);
    });
    return undefined;
  }

  /** Without a callback a run may end at once, or turn out to return promises. */
  function startWithout(run) {
    let outcome = null;
    let settle = (found) => { outcome = found; };
    begin(deps, run, (error, result) => settle({ error, result }));
    if (!outcome) {
      run.kind = 'promise';
      return new Promise((resolve, reject) => {
        settle = ({ error, result }) => (error ? reject(error) : resolve(result));
      });
    }
    if (outcome.error) throw outcome.error;
    return outcome.result;
  }

  return { timeit, reportit: createReportit(deps.write) };
}

/** run: { goal, fn, message, test, kind, startedNs }; kind can be set later. */
function begin({ clock, heap, calibration, natives = null, measureNotInlined, write, asBefore = atOnce }, run, done) {
  const { goal, fn, message, startedNs } = run;
  // With the original builtins, which an earlier test may have replaced.
  if (run.kind === 'callback') asBefore(() => require('./core/measure/callback-loop'));
  if (!goal.count) asBefore(() => require('./core/measure/warm-up'));
  const finished = watchPending(run);
  const handlesBefore = openHandles();
  const fromId = idNow();
  const tools = { clock, heap, calibration, natives, measureNotInlined, late: () => warnLate(run.test) };
  const plan = { fn, takesCallback: run.kind === 'callback', startedNs, ...goal };
  const progress = { loop: null, close() {}, calls: 0, slice: 0 };
  // A test that never answers may let the process end, which prints an error.
  const watchdog = createWatchdog(clock, { keepsAlive: false, isPending: watchOpenHandles() });
  let isOver = false;
  let isReported = false;
  let uncaught = null;
  let failedId;
  let stopListening = () => {};

  function end(failure, samples) {
    isOver = true;
    isReported = failure !== null && failure === uncaught;
    stopListening(failedId);
    watchdog.dispose();
    if (failure) {
      finished();
      done(toThrownError(failure, run.test, formatFailedCall(failure, progress), run.kind));
      return;
    }
    const result = summarize(samples, goal, clock.steadyNs() - startedNs);
    includeUnshared(result);
    const handles = handlesOpenedSince(handlesBefore);
    if (handles.length) result.warnings[result.warnings.length] = { code: 'handles-left', handles };
    if (message !== SILENT) write(asBefore(() => `${reportLine(result, message)}\n`));
    finished();
    done(null, result);
  }

  function take(error) {
    if (uncaught) return true;
    uncaught = { error, upTo: -1 };
    failedId = idNow();
    // In a later turn: other errors of the test come first.
    clock.nextTurn(() => {
      if (!isOver) watchdog.fail({ error });
      else if (!isReported) throw error;
    });
    return true;
  }

  const steps = withTimeout(
    measureFunction(plan, tools, progress), watchdog, callLimitMs(goal.count ? 0 : goal.seconds));
  runSteps(steps, (_, { failure, value: samples }) => {
    if (run.kind === 'sync') {
      end(failure, samples);
      return;
    }
    // One turn of the event loop, in which surplus answers and late errors arrive.
    clock.nextTurn(() => {
      const surplus = progress.loop && progress.loop.surplus();
      progress.close();
      end(failure || surplus || uncaught, samples);
    });
  });
  if (!isOver) stopListening = onUncaught(fromId, take);
}

// Runs that have not ended. Not a Set: a test may have replaced its methods.
const pending = [];
let watched = 0;
let stopWaiting = null;

const UNFINISHED = {
  sync: 'is still running. Call process.exit() after the test',
  callback: 'never called back. Every call of the test must call its callback exactly once',
  promise: 'never settled its promise. Every promise must be fulfilled or rejected',
};

function reportPending() {
  for (let i = 0; i < pending.length; i++) {
    if (pending[i] === null) continue;
    const { test, kind } = pending[i];
    program.writeErrorNow(`qtimeit: the process is ending: the test ${test} ${UNFINISHED[kind]}\n`);
  }
  program.fail();
}

/** If a callback never comes, Node exits with 0 and without an error. Returns a function for the end of the run. */
function watchPending(run) {
  if (watched === 0) stopWaiting = program.onExit(reportPending);
  watched++;
  let place = 0;
  while (pending[place]) place++;
  pending[place] = run;
  return () => {
    pending[place] = null;
    watched--;
    if (watched === 0) stopWaiting();
  };
}

const isMessage = (message) => message === undefined || message === null || typeof message === 'string';

/** The reason for a missing figure, '' if there is one. */
function unmeasuredText(ns, warnings) {
  for (let i = 0; i < warnings.length; i++) {
    if (isUnmeasured({ verdict: warnings[i].code })) return sentence(warnings[i]);
  }
  return ns > 0 && ns < Infinity && 1e9 / ns < Infinity ? '' : sentence({ code: 'below-resolution', resolutionNs: 0 });
}

/** Warnings that change the meaning of the figures or report excluded rounds. The result has all warnings. */
function remarksOf(warnings) {
  let notes = '';
  for (let i = 0; i < warnings.length; i++) {
    if (changesMeaning(warnings[i]) || isOfLeftOut(warnings[i])) notes += `${notes && '; '}${sentence(warnings[i])}`;
  }
  return notes && ` (${notes})`;
}

/** `10000000 loops in 0.1095 of 0.27 sec: 91299026.24 / sec, 0.000011 ms each = 10.9 ns`, of a result in seconds */
function reportLine({ count, elapsed, wallclock, nsPerCall = elapsed / count * 1e9, warnings = [] }, message) {
  const start = message ? `${message} ` : '';
  const loops = `${start}${count} loops in ${fixed(elapsed, 4)} of ${fixed(wallclock, 2)} sec`;
  const time = ascii(shortTime(nsPerCall));
  const figures = `${fixed(1e9 / nsPerCall, 2)} / sec, ${fixed(nsPerCall / 1e6, 6)} ms each = ${time}`;
  return `${loops}: ${unmeasuredText(nsPerCall, warnings) || figures}${remarksOf(warnings)}`;
}

/** As in the original: prints the line of a run, times in seconds. */
function createReportit(write) {
  return function reportit(f, count, elapsed, wallclock, message) {
    checkNumber(count, 'the number of calls');
    checkNumber(elapsed, 'the time of the calls in seconds');
    checkNumber(wallclock, 'the time of the run in seconds');
    if (!isMessage(message)) throw new TypeError(`reportit: expected a message, got ${show(message)}`);
    write(`${reportLine({ count, elapsed, wallclock }, message)}\n`);
  };
}

function checkNumber(value, what) {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return;
  const Kind = typeof value === 'number' ? RangeError : TypeError;
  throw new Kind(`reportit: ${what} must be a finite number of at least 0, got ${show(value)}`);
}

module.exports = { createTimeit, reportLine };
