'use strict';

/*
 * From a plan to samples: the first call, which tells the kind of the test, then rounds after a schedule.
 * A round is one slice of the test beside one slice of the empty reference and one of the frequency
 * reference. Nothing here knows what a result looks like.
 */

const { clockStandsStill } = require('./calibrate');
const { syncLoop, callbackLoop, promiseLoop } = require('./loop');
const { countedRounds, timedRounds } = require('./schedule');
const { median } = require('./stats/sample');

const { max } = Math;

// Beyond that a test that keeps what it allocates is about to end the process.
const HEAP_SHARE = 0.8;

const LOOPS = { sync: syncLoop, promise: promiseLoop };

/** Whether V8 would await this. */
function isThenable(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
}

/**
 * The first call of a test that is given no callback, apart from the loop because its answer tells the
 * kind of the test: a thenable makes it a promise test.
 */
function firstCall(fn, clock) {
  const step = {
    kind: 'sync',
    run(calls, done) {
      const started = clock.nowNs();
      let value;
      try {
        value = fn();
      } catch (error) {
        done({ error }, 0);
        return;
      }
      const ended = clock.nowNs();
      try {
        if (isThenable(value)) step.kind = 'promise';
      } catch (error) {
        // Reading `then` is what await would do.
        done({ error }, 0);
        return;
      }
      if (step.kind === 'sync') {
        done(null, ended - started);
        return;
      }
      awaited(value, (failure) => done(failure, clock.nowNs() - started));
    },
  };
  return step;
}

// await, and not Promise.resolve: the test may have replaced what promises offer.
async function awaited(value, done) {
  let failure = null;
  try {
    await value;
  } catch (error) {
    failure = { error };
  }
  done(failure);
}

/**
 * @typedef {object} Round
 * @property {'cold'|'counted'|'warm-up'|'measured'} phase
 * @property {number} calls of the test in this slice
 * @property {number} ns on the clock, for all of them: loop and one reading of the clock included
 * @property {number} referenceNs one turn of the empty loop
 * @property {number} mhz NaN where it cannot be told
 * @property {number} cpuNs processor time of the process during the slice
 * @property {number} heapBytes more in use after it than before
 */

/**
 * Measures one test.
 *
 * @param {object} plan
 * @param {function} plan.fn
 * @param {boolean} plan.takesCallback
 * @param {number} [plan.count] calls, exactly; or
 * @param {number} [plan.seconds] on the clock, from startedNs on
 * @param {number} [plan.startedNs] now unless given
 * @param {object} tools { clock, heap, calibration, late }
 * @param {{ loop: object|null, calls: number, slice: number }} progress kept up to date: calls done, and
 *   calls of the slice under way
 * @yields {[{ run: function }, number]} a loop and how often it is to call; answered with ns
 * @returns {object} samples: { kind, rounds, stopped, allocation, clockCostNs, clockGrainNs }
 */
function* measure(plan, tools, progress) {
  const { clock, heap, calibration } = tools;
  const { startedNs = clock.nowNs() } = plan;
  const costNs = clock.costNs();
  const heapLimit = heap.limitBytes() * HEAP_SHARE;
  const readingBytes = heapReadingBytes(heap);
  const rounds = [];
  const samples = { kind: 'callback', rounds, stopped: null, allocation: null, clockCostNs: costNs, clockGrainNs: clock.grainNs() };

  const frequency = yield* calibration.frequency();
  let test = null;
  let reference = null;
  let referenceNs = 0;
  let mhz = NaN;

  function* readReferences() {
    mhz = calibration.mhzOf(yield [frequency.loop, frequency.calls]);
    referenceNs = ((yield [reference.loop, reference.calls]) - costNs) / reference.calls;
  }

  // A slice of no length is a fast test, or a clock that has stopped while the second one went on.
  let seen = { ns: startedNs, ms: clock.wallMs() };
  function standsStill(calls) {
    const now = { ns: clock.nowNs(), ms: clock.wallMs() };
    if (now.ns !== seen.ns) seen = now;
    return calls >= 2 ** 24 || now.ms - seen.ms > max(5, clock.grainNs() / 1e5);
  }

  // A slice too short to have the references beside it takes over their latest figures.
  function* round(calls, phase, beside) {
    if (beside) yield* readReferences();
    const heapBefore = heap.usedBytes();
    const cpuBefore = clock.cpuNs();
    progress.slice = calls;
    const ns = yield [test, calls];
    const cpuNs = clock.cpuNs() - cpuBefore;
    const heapAfter = heap.usedBytes();
    if (ns <= 0 && standsStill(calls)) throw clockStandsStill(calls);
    // Another slice like this one, twice as long, has to fit in as well.
    const nextBytes = max(0, heapAfter - heapBefore) * 2;
    if (heapAfter + nextBytes > heapLimit) samples.stopped = { usedBytes: heapAfter, limitBytes: heapLimit / HEAP_SHARE };
    const done = { phase, calls, ns, referenceNs, mhz, cpuNs, heapBytes: heapAfter - heapBefore - readingBytes };
    rounds[rounds.length] = done;
    progress.calls += calls;
    return done;
  }

  if (plan.takesCallback) {
    reference = yield* calibration.reference('callback');
    test = callbackLoop(plan.fn, clock, tools.late);
    progress.loop = test;
    yield* round(1, 'cold', true);
  } else {
    test = firstCall(plan.fn, clock);
    const first = yield* round(1, 'cold', false);
    samples.kind = test.kind;
    reference = yield* calibration.reference(test.kind);
    test = LOOPS[test.kind](plan.fn, clock);
    // Its references could not be run before its kind was known.
    yield* readReferences();
    first.mhz = mhz;
    first.referenceNs = referenceNs;
  }

  const run = { samples, round, heap, clock };
  if (plan.count) yield* countedRounds(run, plan.count - 1);
  else yield* timedRounds(run, startedNs, plan.seconds * 1e9);
  return samples;
}

/** Bytes that one reading of the heap adds to the next. */
function heapReadingBytes(heap) {
  const steps = [];
  for (let i = 0; i < 9; i++) steps[i] = -heap.usedBytes() + heap.usedBytes();
  return max(0, median(steps));
}

module.exports = { measure };
