'use strict';

/*
 * The bytes in use while a function runs, without garbage. Another thread interrupts this one through the inspector, as
 * a debugger does, so that it collects all garbage. How much garbage V8 leaves differs between processes: 20 lists of
 * 7 MB, one after the other, use 30 to 100 MB.
 */

const { Worker, isMainThread } = require('worker_threads');
const { randomBytes } = require('crypto');

// Captured at load, because a test may replace them.
const { max } = Math;
const { apply, defineProperty, deleteProperty } = Reflect;
const { load, notify, store, wait } = Atomics;
const { performance, process } = globalThis;
const { now } = performance;
const nowMs = () => apply(now, performance, []);

// Between two collections the function has a quarter of the time of the first, and 1 ms at least.
const REST_SHARE = 1 / 4;
const LEAST_MS = 1;

const MOST_MS = 5e3; // of the collections in a call, so that in longer calls they are rarer
const MOST_GAP = 1 / 2; // of the time of the function: a call of C++, such as JSON.parse, is not interrupted
const MANY_EXTERNAL = 1 / 16; // share of buffers in the bytes in use, from which they matter

// Of a shared number
const [OPENING, OPEN, FAILED, CLOSING, CLOSED] = [0, 1, 2, 3, 4];
const STEP_MS = 5000; // to the next state
const INTERRUPT_MS = 1;
const INTERRUPTS = 10;

/**
 * Runs in the other thread. expression: of a call in the main thread, which returns the ms until the next one. The
 * thread stays until the process ends, because V8 aborts if the main thread ends a session of a thread that has gone.
 */
function serve({ state, expression, is }) {
  let session = null;
  const change = (value) => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  const ask = () => session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, answer) => {
    setTimeout(next, error ? 1 : answer.result.value);
  });
  function open() {
    try {
      const { Session } = require('inspector');
      session = new Session();
      session.connectToMainThread();
    } catch (_) {
      change(is.FAILED); // another engine, or one without an inspector
      return;
    }
    change(is.OPEN);
    ask();
  }
  function next() {
    if (Atomics.load(state, 0) !== is.CLOSING) {
      ask();
      return;
    }
    session.disconnect();
    change(is.CLOSED);
    Atomics.wait(state, 0, is.CLOSED);
    open();
  }
  setInterval(() => {}, 1e6); // a session alone does not keep the thread
  open();
}

const SCRIPT = `(${serve})(require('worker_threads').workerData)`;

const state = new Int32Array(new SharedArrayBuffer(4));
const name = `qtimeit${randomBytes(8).toString('hex')}`; // of a global function
let isStarted = false;

function start() {
  const workerData = { state, expression: `${name}()`, is: { OPEN, FAILED, CLOSING, CLOSED } };
  try {
    // Without the options of this process, which may load code of the user.
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [], env: {}, workerData });
    worker.on('error', () => {});
    worker.unref();
  } catch (_) {
    store(state, 0, FAILED); // a process without the permission
  }
}

/** Returns whether the other thread asks now. */
function openSession() {
  if (!isStarted) {
    isStarted = true;
    start();
  } else if (load(state, 0) === CLOSED) {
    store(state, 0, OPENING);
    notify(state, 0);
  }
  wait(state, 0, OPENING, STEP_MS);
  return load(state, 0) === OPEN;
}

function closeSession() {
  if (load(state, 0) === OPEN) store(state, 0, CLOSING);
  wait(state, 0, CLOSING, STEP_MS);
  // In these waits, this thread ends its part of the session.
  for (let i = 0; i < INTERRUPTS; i++) wait(state, 0, CLOSED, INTERRUPT_MS);
}

/** Without this permission, connectToMainThread() ends the process. */
const isPermitted = () => !process.permission || process.permission.has('inspector');

/**
 * @param {object} heap of v8-heap.js: { collectOnce, collectAll, inUse }
 * @returns {{ open, begin, end, close }} open(): starts the thread; returns false in a thread, and if the engine, the
 *   permissions, or a frozen globalThis do not allow it. begin(ms): of the call. end(): the maximum of bytes in use
 *   since begin(), minus those at begin(), or null if it is unknown. close(): ends the thread, if there is one
 */
function createLiveWatch({ collectOnce, collectAll, inUse }) {
  let isOpen = false;
  let watched = null;

  function usedBytes() {
    const { heapBytes, externalBytes } = inUse();
    return heapBytes + externalBytes;
  }

  function noteGap(ms) {
    watched.ownMs += ms - watched.lookedMs;
    watched.gapMs = max(watched.gapMs, ms - watched.lookedMs);
  }

  function look() {
    if (watched === null) return LEAST_MS;
    const startedMs = nowMs();
    noteGap(startedMs);
    collectOnce();
    const { heapBytes, externalBytes } = inUse();
    // One collection leaves the bytes of dead buffers.
    if (externalBytes > MANY_EXTERNAL * heapBytes) collectAll();
    watched.mostBytes = max(watched.mostBytes, usedBytes() - watched.startBytes);
    watched.lookedMs = nowMs();
    const spentMs = watched.lookedMs - startedMs;
    return max(LEAST_MS, spentMs * REST_SHARE, spentMs * watched.callMs / MOST_MS);
  }

  return {
    open() {
      if (!isMainThread || !isPermitted() || !collectAll()) return false;
      if (!defineProperty(globalThis, name, { value: look, configurable: true })) return false;
      isOpen = openSession();
      if (isOpen) process.once('exit', closeSession);
      return isOpen;
    },
    begin(callMs) {
      collectAll();
      watched = { callMs, startBytes: usedBytes(), mostBytes: 0, lookedMs: nowMs(), ownMs: 0, gapMs: 0 };
    },
    end() {
      noteGap(nowMs());
      const { mostBytes, ownMs, gapMs } = watched;
      watched = null;
      return gapMs > MOST_GAP * ownMs ? null : mostBytes;
    },
    close() {
      watched = null;
      if (isOpen) {
        process.removeListener('exit', closeSession);
        closeSession();
      }
      isOpen = false;
      deleteProperty(globalThis, name);
    },
  };
}

module.exports = { createLiveWatch };
