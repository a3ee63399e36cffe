'use strict';

/*
 * The bytes in use while a function runs, without garbage. Another thread interrupts this one through the inspector, as
 * a debugger does, so that it collects all garbage. How much garbage V8 leaves differs between processes: 20 lists of
 * 7 MB, one after the other, use 30 to 100 MB.
 */

const { Worker, isMainThread } = require('worker_threads');
const { randomBytes } = require('crypto');

const { max } = Math;
const { defineProperty } = Object;
const { load, store, wait } = Atomics;
const { performance } = globalThis;

// Between two collections the function has a quarter of the time of the first, and 1 ms at least.
const REST_SHARE = 1 / 4;
const LEAST_MS = 1;

const MOST_MS = 5e3; // of the collections in a call

// Of a shared number
const [STARTING, READY, FAILED, CLOSING, CLOSED] = [0, 1, 2, 3, 4];
const STEP_MS = 5000; // to the next state

/** Runs in the other thread. expression: of a call in the main thread, which returns the ms until the next one */
function ask({ state, expression, is }) {
  const { Session } = require('inspector');
  const session = new Session();
  const goOn = (from, to) => {
    Atomics.compareExchange(state, 0, from, to);
    Atomics.notify(state, 0);
  };
  const next = () => session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, answer) => {
    setTimeout(next, error ? 100 : answer.result.value);
  });
  try {
    session.connectToMainThread();
  } catch (_) {
    goOn(is.STARTING, is.FAILED); // another engine
    return;
  }
  setInterval(() => {
    if (Atomics.load(state, 0) !== is.CLOSING) return;
    session.disconnect();
    goOn(is.CLOSING, is.CLOSED);
    process.exit();
  }, 5);
  goOn(is.STARTING, is.READY);
  next();
}

const SCRIPT = `(${ask})(require('worker_threads').workerData)`;

/** Starts the thread. Returns a function that ends it, or null if it cannot ask. */
function startAsking(expression) {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { state, expression, is: { STARTING, READY, FAILED, CLOSING, CLOSED } };
  try {
    // Without the options of this process, which may load code of the user.
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [], env: {}, workerData });
    worker.on('error', () => {});
    worker.unref();
  } catch (_) {
    return null; // a process without the permission
  }
  wait(state, 0, STARTING, STEP_MS);
  const isReady = load(state, 0) === READY;
  if (!isReady) store(state, 0, CLOSING); // if it starts later
  return isReady ? () => {
    store(state, 0, CLOSING);
    wait(state, 0, CLOSING, STEP_MS);
  } : null;
}

/**
 * @param {function(): boolean} collect collects all garbage; returns false if that is not possible
 * @param {function(): { heapBytes: number, externalBytes: number }} inUse
 * @returns {{ open, begin, end, close }} open(): starts the thread; returns false in a thread, and if the engine or the
 *   permissions do not allow it. end(): the maximum of bytes in use since begin(), minus those at begin(), or null if
 *   it is unknown. close(): ends the thread, if there is one
 */
function createLiveWatch(collect, inUse) {
  const name = `qtimeit${randomBytes(8).toString('hex')}`;
  let stop = null;
  let isWatching = false;
  let startBytes = 0;
  let mostBytes = 0;
  let ms = 0;
  let count = 0;

  function bytes() {
    const { heapBytes, externalBytes } = inUse();
    return heapBytes + externalBytes;
  }

  function look() {
    if (!isWatching) return LEAST_MS;
    const startedMs = performance.now();
    collect();
    mostBytes = max(mostBytes, bytes() - startBytes);
    count++;
    const spentMs = performance.now() - startedMs;
    ms += spentMs;
    if (ms > MOST_MS) isWatching = false;
    return max(LEAST_MS, spentMs * REST_SHARE);
  }

  return {
    open() {
      if (!isMainThread || !collect()) return false;
      defineProperty(globalThis, name, { value: look, configurable: true });
      stop = startAsking(`${name}()`);
      return stop !== null;
    },
    begin() {
      collect();
      startBytes = bytes();
      mostBytes = ms = count = 0;
      isWatching = true;
    },
    end() {
      const isKnown = isWatching && count > 0;
      isWatching = false;
      return isKnown ? mostBytes : null;
    },
    close() {
      isWatching = false;
      if (stop !== null) stop();
      stop = null;
      delete globalThis[name];
    },
  };
}

module.exports = { createLiveWatch };
