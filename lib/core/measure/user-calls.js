'use strict';

/* Calls of users' functions outside of the timed loops: first call, hooks, inputs, and calls after each call. */

const { activeResources, program } = require('#engine');

const { apply } = Reflect;
const endsWith = Function.prototype.call.bind(String.prototype.endsWith);

// Clocks of tests of which only parts are timed, see timed-parts.js. Methods are captured, as tests may replace them.
const parts = new WeakMap();
const setParts = WeakMap.prototype.set.bind(parts);
const getParts = WeakMap.prototype.get.bind(parts);

/** The clock for loops around a test. */
const clockFor = (fn, clock) => getParts(fn) || clock;

const isThenable = (value) => (
  value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function');

/** Calls done({ error }|null, value). Uses await, because the test may have replaced Promise.resolve. */
async function awaitValue(value, done) {
  let failure = null;
  let found;
  try {
    found = await value;
  } catch (error) {
    failure = { error };
  }
  done(failure, found);
}

/** Calls a user function. Returns { failure, value, waits }; waits: whether the value is a promise. */
function callSafely(action) {
  try {
    const value = action();
    return { failure: null, value, waits: isThenable(value) };
  } catch (error) {
    return { failure: { error }, value: undefined, waits: false };
  }
}

/** A hook of a test, setup() or teardown(), as a step. Its result is awaited. */
const hook = (action, found = () => {}) => ({
  run(calls, done) {
    function end(failure, value) {
      if (!failure) found(value);
      done(failure, 0);
    }
    const { failure, value, waits } = callSafely(action);
    if (waits) awaitValue(value, end);
    else end(failure, value);
  },
});

// Not concat: a measured test may have replaced it.
function withValue(list, value) {
  const all = [];
  for (let i = 0; i < list.length; i++) all[i] = list[i];
  all[list.length] = value;
  return all;
}

/** The form of a loop (see loop.js), once setup has returned a value. */
const createLoopForm = ({ each, afterEach, given = [], takesValue }, value) => ({
  each: each && (() => each(value)), given: takesValue ? withValue(given, value) : given,
  after: afterEach && ((input) => afterEach(value, input)),
});

/** A test whose one parameter may be a callback or the value of setup gets the value if it is defined. */
const withSetupValue = (test, value) => (test.mayMeanValue && value !== undefined
  ? { ...test, takesCallback: false, takesValue: true } : test);

/** The inputs of a run, one per call, made before the clock is read. null without `each`. */
function inputsOf(each, list) {
  if (!each) return null;
  return {
    prepare(calls, done) {
      let failure = null;
      try {
        for (let i = 0; i < calls; i++) list[i] = each();
      } catch (error) {
        failure = { error };
      }
      done(failure, 0);
    },
    discard() {
      for (let i = 0; i < list.length; i++) list[i] = undefined;
    },
  };
}

/** The step after a run: one call of `after` for each call of the run, given its input. Promises are awaited. */
function createFinisher({ after }, list) {
  if (!after) return null;
  let made = 0;

  function callRemaining(calls, done) {
    while (made < calls) {
      const { failure, value, waits } = callSafely(() => after(list ? list[made] : undefined));
      if (failure) {
        done(failure, 0);
        return;
      }
      if (waits) {
        awaitValue(value, (rejection) => {
          made++;
          if (rejection) done(rejection, 0);
          else callRemaining(calls, done);
        });
        return;
      }
      made++;
    }
    done(null, 0);
  }

  return {
    finisher: {
      stage: 'afterEach',
      made: () => made,
      run(calls, done) {
        made = 0;
        callRemaining(calls, done);
      },
    },
  };
}

function stepsAround(form) {
  const list = form.each ? [] : null;
  return { list, ...inputsOf(form.each, list), ...createFinisher(form, list) };
}

/** The first call of a test without a callback. If the kind is null, the result determines it. */
function firstCall({ fn, kind, each, given, after }, { nowNs }, samples) {
  const list = each ? [undefined] : null;
  return {
    ...createFinisher({ after }, list),
    run(calls, done) {
      let value;
      let started;
      let ended;
      try {
        if (list) list[0] = each();
        const values = list || given;
        started = nowNs();
        value = apply(fn, undefined, values);
        ended = nowNs();
        // If reading `then` throws, await would throw as well.
        if (!kind && isThenable(value)) samples.kind = 'promise';
      } catch (error) {
        done({ error }, 0);
        return;
      }
      if (samples.kind === 'sync') done(null, ended - started);
      else awaitValue(value, (failure) => done(failure, nowNs() - started));
    },
  };
}

// Endings of kinds that end without a call to close them: Node.js lists a request until its callback returns.
const REQUESTS = [
  'Immediate', 'Req', 'Request', 'ReqCallback', 'ReqPromise', 'ReqWrap', 'WriteWrap', 'ShutdownWrap', 'ConnectWrap',
  'SendWrap',
];

function isHandle(kind) {
  for (let i = 0; i < REQUESTS.length; i++) if (endsWith(kind, REQUESTS[i])) return false;
  return true;
}

// Number of worker threads that tests of this process have left open. Also counts those that end later.
let threads = 0;

function openHandles() {
  const counts = {};
  const kinds = activeResources();
  for (let i = 0; i < kinds.length; i++) counts[kinds[i]] = (counts[kinds[i]] || 0) + 1;
  return counts;
}

/** Kinds of handles that have been opened since: ['3 x Timeout']. */
function handlesOpenedSince(before) {
  const now = openHandles();
  const left = [];
  for (const kind in now) {
    const more = now[kind] - (before[kind] || 0);
    if (more > 0 && isHandle(kind)) left[left.length] = `${more} x ${kind}`;
    if (more > 0 && kind === 'Worker') threads += more;
  }
  return left;
}

/** The result returns whether more is open than now, besides one timer; true if the engine lists nothing. */
function watchOpenHandles() {
  const before = openHandles();
  before.Timeout = (before.Timeout || 0) + 1;
  return () => {
    const now = openHandles();
    let isListed = false;
    for (const kind in now) {
      isListed = true;
      if (now[kind] > (before[kind] || 0)) return true;
    }
    return !isListed;
  };
}

const countLeftThreads = () => threads;

const warned = { __proto__: null };

function warnLate(test) {
  if (warned[test]) return;
  warned[test] = true;
  program.warn(`the test ${test} called back after its run had ended. That call is ignored`, 'QTIMEIT_LATE');
}

module.exports = {
  isThenable, setParts, getParts, clockFor, hook, withValue, createLoopForm, withSetupValue, stepsAround,
  createFinisher, firstCall, openHandles, handlesOpenedSince, countLeftThreads, warnLate,
  watchOpenHandles,
};
