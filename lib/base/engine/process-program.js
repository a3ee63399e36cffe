'use strict';

/* A synchronous suite blocks the signals of Node; there a watchdog of the vm module interrupts the code. */

const { AsyncResource, executionAsyncId } = require('async_hooks');
const { writeSync } = require('fs');
const path = require('path');
const { fileURLToPath } = require('url');
const vm = require('vm');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { apply } = Reflect;
const { emitWarning, exit, listenerCount, nextTick, on, prependListener, removeListener } = process;
const { max, min, ceil } = Math;
const { wait } = Atomics;
const { Int32Array, SharedArrayBuffer } = globalThis;

const CODES = { __proto__: null, SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const TIME_OUT_CODE = 124; // as of timeout(1)
const ENDED = { ERR_SCRIPT_EXECUTION_INTERRUPTED: CODES.SIGINT, ERR_SCRIPT_EXECUTION_TIMEOUT: TIME_OUT_CODE };

// The watchdog is a thread, and receives a late ^C while this thread sleeps: without it one in five was lost. Suites
// that continue in later turns do not sleep, because the first call of a test may be running.
const SETTLING_MS = 5;

const LONGEST_MS = 2 ** 31 - 1;

const timeoutOf = (limitMs) => (limitMs < Infinity ? { timeout: min(max(1, ceil(limitMs)), LONGEST_MS) } : {});

/** Returns 0, or the exit code of an interruption. The action returns whether it is complete, without later turns. */
function interruptible(action, limitMs = Infinity) {
  const options = { breakOnSigint: true, ...timeoutOf(limitMs) };
  const settle = () => wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLING_MS);
  try {
    vm.runInNewContext('if (action()) settle()', { action, settle }, options);
    return 0;
  } catch (error) {
    const exitCode = error && ENDED[error.code];
    if (exitCode) return exitCode;
    throw error;
  }
}

let limited = null; // a new context takes 2 ms

/** Runs the action, and returns whether it ended within the limit. May be called in interruptible(). */
function within(limitMs, action) {
  if (!limited) limited = { context: vm.createContext({}), script: new vm.Script('action()') };
  limited.context.action = action;
  try {
    limited.script.runInContext(limited.context, timeoutOf(limitMs));
    return true;
  } catch (error) {
    if (error && ENDED[error.code] === TIME_OUT_CODE) return false;
    throw error;
  }
}

function onSignals(action) {
  // No prototype: a test may add properties to Object.prototype.
  const listeners = { __proto__: null };
  for (const signal in CODES) {
    listeners[signal] = () => action(CODES[signal]);
    apply(on, process, [signal, listeners[signal]]);
  }
  return () => {
    for (const signal in listeners) apply(removeListener, process, [signal, listeners[signal]]);
  };
}

function onExit(action) {
  apply(prependListener, process, ['exit', action]);
  return () => apply(removeListener, process, ['exit', action]);
}

function writeErrorNow(text) {
  try {
    writeSync(2, text);
  } catch (_) {
    // The reader has closed the pipe.
  }
}

/** Replaces write() of a stream. */
function swallow(...given) {
  const callback = given[given.length - 1];
  if (typeof callback === 'function') process.nextTick(callback);
  return true;
}

/**
 * For the rest of a script that should have ended: it prints nothing, and process.exit() has no effect. Uses no methods
 * of arrays, because the script may have replaced them.
 *
 * @returns {function()} ends this
 */
function muteScript() {
  const nothing = () => {};
  const replaced = [];
  function replace(holder, name, value) {
    replaced[replaced.length] = { holder, name, before: holder[name] };
    holder[name] = value;
  }
  replace(process.stdout, 'write', swallow);
  replace(process.stderr, 'write', swallow);
  replace(process, 'exit', nothing);
  // Bun and Deno print without these streams.
  for (const name in console) if (typeof console[name] === 'function') replace(console, name, nothing);
  return () => {
    for (let i = 0; i < replaced.length; i++) replaced[i].holder[replaced[i].name] = replaced[i].before;
  };
}

const program = {
  interruptible, within, onSignals, onExit, writeErrorNow, muteScript,
  exit: (code) => apply(exit, process, [code]),
  fail() { if (!process.exitCode) process.exitCode = 1; },
  warn: (words, code) => apply(emitWarning, process, [words, { code }]),
};

const UNCAUGHT = 'uncaughtException';
const UNHANDLED = 'unhandledRejection';

/**
 * Node numbers timers and sockets. Errors have the id of their cause: null for promises, and mostly in Bun and Deno.
 */
const idNow = () => new AsyncResource('QTIMEIT').asyncId();

function listenTo(events, onError) {
  const each = (action) => { for (let i = 0; i < events.length; i++) action(events[i]); };
  each((event) => apply(on, process, [event, onError]));
  return {
    stop() { each((event) => apply(removeListener, process, [event, onError])); },
    isAlone() {
      let listeners = 0;
      each((event) => { listeners += apply(listenerCount, process, [event]); });
      return listeners <= events.length;
    },
  };
}

/** Calls heard(error, id). isAlone(): whether there is no other listener */
const listen = (heard) => listenTo([UNCAUGHT], (error, origin) => (
  heard(error, origin === UNHANDLED ? null : executionAsyncId() || null)));

/** In Bun unhandled rejections are a separate event. */
const listenInBun = (heard) => listenTo([UNCAUGHT, UNHANDLED], (error) => heard(error, null));

const throwAgain = (error) => apply(nextTick, process, [() => { throw error; }]);
const uncaught = { idNow, listen, throwAgain };
const uncaughtInBun = { ...uncaught, listen: listenInBun };

const LIB = path.join(__dirname, '..', '..');
const OUR_FILES = ['qtimeit.js', 'qtimeit.mjs', path.join('bin', 'qtimeit.js')]
  .map((name) => path.join(LIB, '..', name));
// Line of a stack: at f (/home/me/x.js:3:5), at async file:///home/me/x.mjs:3:5
const FRAME = /^\s+at (?:.*? \((?=.*\)$))?(?:async )?(.+):(\d+):(\d+)\)?$/;

function pathOf(file) {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch (_) {
    return file;
  }
}

function frameOf(text) {
  const frame = FRAME.exec(text);
  return frame && { file: pathOf(frame[1]), line: frame[2], column: frame[3] };
}

const isOurs = (file) => file.startsWith(`${LIB}${path.sep}`) || OUR_FILES.includes(file);

/** Name for messages, with / on every system, relative to the current folder if inside; null if it is not a file. */
function nameOf(file) {
  if (file.startsWith('node:') || !path.isAbsolute(file)) return null;
  try {
    const relative = path.relative(process.cwd(), file);
    return (relative.startsWith('..') ? file : relative).replaceAll(path.sep, '/');
  } catch (_) {
    // The current folder is gone.
    return file;
  }
}

module.exports = { program, uncaught, uncaughtInBun, places: { frameOf, isOurs, nameOf } };
