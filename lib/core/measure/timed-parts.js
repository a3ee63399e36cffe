'use strict';

/*
 * Tests of which only parts are timed: what is between the hooks of each call, or the marks of the test. The loops
 * around them read a clock that only advances in these parts, and so do the loops around an empty function, whose time
 * is subtracted.
 */

const { readings } = require('#engine');
const { isThenable, setParts } = require('./user-calls');

class Stopwatch {
  totalNs = 0;
  startedNs = 0;
  latestNs = 0;
  isRunning = false;
  // Whether a part waits for a promise, and whether the test tells its time.
  awaits = false;
  isTold = false;

  constructor(nowNs = readings.nowNs) { this.nowNs = nowNs; }

  start() {
    this.isRunning = true;
    this.startedNs = this.nowNs();
  }

  end() {
    const endedNs = this.nowNs();
    if (this.isRunning) this.add(endedNs - this.startedNs);
  }

  /** A part that the test has timed */
  tell(ns) {
    this.isTold = true;
    this.add(ns);
  }

  add(ns) {
    this.latestNs = ns;
    this.totalNs += ns;
    this.isRunning = false;
  }
}

/**
 * A test that calls fn(watch), of which only a part is timed. before(), after(): called around each call, not timed;
 * their promises are awaited. fn can begin the part later and end it earlier, with watch.start() and watch.end().
 */
function timedInParts(fn, { before = null, after = null, watch = new Stopwatch() } = {}) {
  async function finish(value) {
    watch.awaits = true;
    await value;
    watch.end();
    if (after) await after();
  }

  function timed() {
    watch.start();
    const value = fn(watch);
    if (isThenable(value)) return finish(value);
    watch.end();
    return after ? after() : undefined;
  }

  async function timedAfter(ready) {
    await ready;
    return timed();
  }

  function test() {
    const ready = before ? before() : undefined;
    return isThenable(ready) ? timedAfter(ready) : timed();
  }

  setParts(test, {
    nowNs: () => watch.totalNs,
    isTold: () => watch.isTold,
    empty(kind) {
      const before = kind === 'promise' && !watch.awaits ? async () => {} : null;
      return timedInParts(watch.awaits ? async () => {} : () => {}, { before, watch: new Stopwatch(watch.nowNs) });
    },
    formName: () => ` in parts${watch.awaits ? ' that wait' : ''}`,
  });
  return test;
}

module.exports = { Stopwatch, timedInParts };
