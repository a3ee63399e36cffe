'use strict';

/* One test during measuring. In a round, a slice of it runs next to one of the empty loop and one of the chain. */

const { isInterrupted } = require('../samples/round');
const { promiseLoop, syncLoop } = require('./loop');
const { createRoundRunner } = require('./round-runner');
const { GROWTH } = require('./slices');
const { createTopTier } = require('./tiers');
const { clockFor, firstCall, createLoopForm, getParts } = require('./user-calls');

const { max, ceil } = Math;
const { assign } = Object;

const COPY_WARMUP_NS = 2.5e6; // V8 knows the test by then, and only compiles one more loop

/** timeit() and sessions have loaded the loop of callbacks with the original builtins. */
function loopOf(kind, fn, { clock, late = null }, form) {
  if (kind === 'callback') return require('./callback-loop').callbackLoop(fn, clock, late, form);
  return (kind === 'sync' ? syncLoop : promiseLoop)(fn, clockFor(fn, clock), form);
}

/** Warms up one more loop in growing slices that do not count. Returns the calls of the last slice. */
function* warmCopy(loop, { samples, slice }) {
  let spentNs = 0;
  let calls = 0;
  while (spentNs < COPY_WARMUP_NS && !samples.stopped) {
    const done = yield* slice(loop, max(1, ceil(calls * GROWTH)));
    spentNs += max(1, done.ns);
    ({ calls } = done);
  }
  return calls;
}

/**
 * @typedef {object} Round
 * @property {'cold'|'counted'|'warm-up'|'measured'} phase
 * @property {number} turn number of the turn of its suite
 * @property {number} copy index of the loop that ran
 * @property {number} before calls of this test before the slice
 * @property {number} calls of this slice
 * @property {number} ns of this slice, including the loop and one reading of the clock
 * @property {number} referenceNs one iteration of the empty loop, NaN if interrupted
 * @property {number} turnNs one iteration of the plain empty loop, NaN if interrupted
 * @property {number} mhz NaN if unknown
 * @property {number} cpuNs processor time of the process during the slice
 * @property {number} preemptions since the previous round; 0 without an interruption, NaN if unknown
 * @property {number} queuedNs of a slice that waited without a preemption: ready to run since the latest such round
 * @property {string|null} tier of V8 at the end, see tiers.js; null if unknown or irrelevant
 * @property {number} heapBytes growth of the heap
 */

/**
 * @param {object} plan { fn, takesCallback, kind ('sync', 'promise', or null: the first call determines it), each
 *   (makes the argument of one call, given the value of setup), afterEach (called after each call, untimed, given the
 *   value of setup and the input), given (arguments of all calls, without each), takesValue (the value of setup is one
 *   more argument), inline (false: through a call that V8 cannot inline), isAmongOthers (there are more tests here) }
 * @param {object} tools { clock, heap, calibration, natives (null if unsupported), late, references }
 * @param {{ loop: object|null, calls: number, slice: number }} progress updated: calls done, calls of this slice
 */
function createTask(plan, tools, progress) {
  const { clock, heap, calibration, natives = null, references } = tools;
  const { fn, takesCallback, kind = null, each, inline = true } = plan;
  // Complete once the value of setup is known.
  const form = { inline, parts: getParts(fn) };
  const loops = [];
  const extras = [];
  const around = { loops, reference: { ns: 0 } };
  const top = createTopTier(natives, fn, form, loops, () => runner);
  const runner = createRoundRunner(plan, tools, progress, top, around);
  const { samples, round } = runner;

  const loopAround = (ownForm = form) => loopOf(samples.kind, fn, tools, ownForm);

  /** The first call, cold, given the value of setup. It determines the kind, which round() needs. */
  function* open(value) {
    assign(form, createLoopForm(plan, value));
    const heapFull = runner.refusal();
    if (heapFull) yield [{ run: (calls, done) => done({ heapFull }, 0) }, 0];
    yield* calibration.frequency();
    if (takesCallback) {
      around.reference = yield* references.use('callback', form);
      progress.loop = loops[0] = loopAround();
      yield* round(1, 'cold', true);
      return;
    }
    loops[0] = firstCall({ fn, kind, ...form }, clockFor(fn, clock), samples);
    const first = yield* round(1, 'cold', false);
    if (!form.parts || !form.parts.isTold()) around.reference = yield* references.use(samples.kind, form);
    loops[0] = loopAround();
    // The references could not run before the kind was known.
    yield* references.read();
    first.mhz = references.mhz;
    first.turnNs = references.turnNs;
    first.referenceNs = around.reference.ns;
  }

  /**
   * Adds loops that take turns. V8 places the code of each elsewhere, which alone makes the same allocating test up to
   * 1.5 % faster or slower, for good; 20 % in rare cases.
   */
  function* addCopies(count) {
    if (samples.kind !== 'sync' || each || samples.isCalled || samples.isInParts) return;
    for (let i = 0; i < count && !samples.stopped; i++) {
      const loop = loopAround();
      yield* top.forceLoop(loop, yield* warmCopy(loop, runner));
      loops[loops.length] = loop;
    }
  }

  const extraLoop = (more) => (extras[extras.length] = loopAround({ ...form, ...more }));

  function* warmExtra(loop) {
    const calls = yield* warmCopy(loop, runner);
    yield* top.forceTest(loop, calls);
    yield* top.forceLoop(loop, calls);
  }

  /** Prevents further calls, even of a run that still waits. */
  function close() {
    for (let i = 0; i < loops.length; i++) if (loops[i].close) loops[i].close();
    for (let i = 0; i < extras.length; i++) if (extras[i].close) extras[i].close();
  }

  return { ...runner, ...top, form, heap, clock, loops: () => loops, open, close, addCopies, extraLoop, warmExtra };
}

const REFERENCE_TRIES = 3; // of a slice of a reference that was interrupted

// After a test of this length the first slice of a reference takes 2 to 10 % more than the next ones.
const LONG_TEST_NS = 2e6;

/**
 * read() runs a slice of the chain and of each empty loop, and repeats interrupted ones: an empty loop that took 4 ms
 * would make a test negative.
 *
 * @returns {{ mhz, turnNs, lostNs, use, read }} turnNs: an iteration of the plain empty loop; lostNs: off the processor
 */
function createReferences({ calibration, clock }) {
  const costNs = clock.costNs();
  const inUse = [];
  let latestCpuNs = clock.cpuNs();
  const references = { mhz: NaN, turnNs: NaN, lostNs: 0, use, read };

  /** Adds the empty loop that all tests of a kind share. `ns` of the result is its latest slice. */
  function* use(kind, form) {
    // The plain loop is always the first.
    if (inUse.length === 0 && (kind !== 'sync' || form)) yield* use('sync');
    const { loop, calls } = yield* calibration.reference(kind, form);
    for (let i = 0; i < inUse.length; i++) if (inUse[i].loop === loop) return inUse[i];
    return (inUse[inUse.length] = { loop, calls, ns: 0 });
  }

  function* slice({ loop, calls }) {
    let ns = 0;
    for (let tries = 0; tries < REFERENCE_TRIES; tries++) {
      const startedNs = clock.steadyNs();
      const cpuBefore = clock.cpuNs();
      ns = yield [loop, calls];
      const cpuNs = clock.cpuNs() - cpuBefore;
      // A coarse processor clock may not advance. A negative time comes from a clock that was set.
      if (ns >= 0 && (cpuNs === 0 || !isInterrupted(ns, cpuNs, clock.grainNs()))) return { ns, isGood: true };
      if (ns <= clock.steadyNs() - startedNs) references.lostNs += max(0, ns - cpuNs);
    }
    return { ns, isGood: false };
  }

  function* read() {
    const chain = yield* calibration.frequency();
    if (clock.cpuNs() - latestCpuNs > LONG_TEST_NS) yield* slice(chain);
    const speed = yield* slice(chain);
    references.mhz = speed.isGood ? calibration.mhzOf(speed.ns) : NaN;
    for (let i = 0; i < inUse.length; i++) {
      const { ns, isGood } = yield* slice(inUse[i]);
      if (isGood || inUse[i].ns === 0) inUse[i].ns = (ns - costNs) / inUse[i].calls;
      if (i === 0) references.turnNs = isGood ? inUse[i].ns : NaN;
    }
    latestCpuNs = clock.cpuNs();
  }

  return references;
}

module.exports = { createReferences, createTask, loopOf };
