'use strict';

/*
 * One test under measurement: its private loop, its rounds, and what is told of each. A round is one
 * slice of the test beside one slice of the empty reference and one of the frequency reference. Nothing
 * here knows how long a slice ought to be, or what a result looks like.
 */

const { watchTopTier, createOptimizer } = require('#insides');
const { GROWTH } = require('../calibrate');
const { firstCall, withValue } = require('./first-call');
const { loopAround: loopOf } = require('./loops');
const { createRoundRunner } = require('./round-runner');

const { max, ceil } = Math;

// V8 has learnt what the test does by then, and only compiles one more loop.
const COPY_WARMUP_NS = 2.5e6;

/** Runs one more loop in growing slices that do not count, until it is warm: calls of the last. */
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
 * @property {number} turn of the suite that it belongs to, for the measured ones of a suite
 * @property {number} copy which of the loops around the test ran
 * @property {number} calls of the test in this slice
 * @property {number} ns on the clock, for all of them: loop and one reading of the clock included
 * @property {number} referenceNs one turn of the empty loop
 * @property {number} mhz NaN where it cannot be told
 * @property {number} turnNs one turn of the plain empty loop; NaN where it was interrupted
 * @property {number} cpuNs processor time of the process during the slice
 * @property {number} preemptions where the processor was not with it: how often it was taken away since the round
 *   before; NaN where the system does not count that
 * @property {number} queuedNs of one that waited without being preempted: for how long the test was ready to go on,
 *   since the latest such round; NaN where the system does not tell
 * @property {string|null} tier of V8 at its end, see top-tier.js; null where it does not matter or cannot be told
 * @property {number} heapBytes more in use after it than before
 */

/**
 * @param {object} plan
 * @param {function} plan.fn
 * @param {boolean} plan.takesCallback
 * @param {'sync'|'promise'|null} [plan.kind] where the first call is not to tell
 * @param {function(*): *} [plan.each] makes the argument of one call, from what setup returned
 * @param {function(*, *)} [plan.afterEach] called after each call, outside of the time, given what setup returned, and
 *   the input
 * @param {Array} [plan.given] the arguments of all calls, where there is no each
 * @param {boolean} [plan.takesValue] whether what setup returned is one more
 * @param {boolean} [plan.inline] false: through a call that V8 cannot inline
 * @param {boolean} [plan.isAmongOthers] whether there are more tests in this process
 * @param {object} tools { clock, heap, calibration, natives (null where V8 cannot be asked), late, references }
 * @param {{ loop: object|null, calls: number, slice: number }} progress kept up to date: calls done, and
 *   calls of the slice under way
 */
function createTask(plan, tools, progress) {
  const { clock, heap, calibration, natives = null, references } = tools;
  const { fn, takesCallback, kind = null, each = null, given = [], takesValue = false, inline = true } = plan;
  const { afterEach = null } = plan;
  let setupValue;
  const form = {
    inline, each: each && (() => each(setupValue)), given,
    after: afterEach && ((input) => afterEach(setupValue, input)),
  };
  const loops = [];
  const extras = [];
  const top = watchTopTier(natives, fn, form);
  const runner = createRoundRunner(plan, tools, progress, top);
  const { samples, packRounds, mostCalls, lostNs } = runner;
  const optimizer = createOptimizer(fn, loops, top, natives, runner);
  const { hasten, finishCompiling, isOptimized, codes } = optimizer;
  let reference = { ns: 0 };
  let used = 0;

  const loopAround = (ownForm = form) => loopOf(samples.kind, fn, tools, ownForm);

  /**
   * One round. A slice too short to have the references beside it takes over their latest figures.
   *
   * @param {number} wanted calls; fewer are made where what they keep would fill the heap
   * @param {string} phase
   * @param {boolean} withReferences
   * @param {number} [turn]
   * @returns {Round}
   */
  function* round(wanted, phase, withReferences, turn = 0) {
    if (withReferences) yield* references.read();
    const copy = used++ % loops.length;
    return yield* runner.round({ loop: loops[copy], copy, reference }, wanted, phase, turn);
  }

  /**
   * The first call, cold; from then on the kind is known, and round() can be used.
   *
   * @param {*} [value] what setup returned
   */
  function* open(value) {
    setupValue = value;
    if (takesValue) form.given = withValue(given, value);
    const heapFull = runner.refusal();
    if (heapFull) yield [{ run: (calls, done) => done({ heapFull }, 0) }, 0];
    yield* calibration.frequency();
    if (takesCallback) {
      reference = yield* references.use('callback', form);
      progress.loop = loops[0] = loopAround();
      yield* round(1, 'cold', true);
      return;
    }
    loops[0] = firstCall({ fn, kind, ...form }, clock, samples);
    const first = yield* round(1, 'cold', false);
    reference = yield* references.use(samples.kind, form);
    loops[0] = loopAround();
    // Its references could not be run before its kind was known.
    yield* references.read();
    first.mhz = references.mhz;
    first.turnNs = references.turnNs;
    first.referenceNs = reference.ns;
  }

  /**
   * More loops around the same test, which then take turns. V8 places the code of each elsewhere, and that
   * alone makes the same allocating test up to 1.5 % faster or slower, for good; 20 % in rare cases.
   */
  function* addCopies(count) {
    if (samples.kind !== 'sync' || each || samples.isCalled) return;
    for (let i = 0; i < count && !samples.stopped; i++) {
      const loop = loopAround();
      yield* optimizer.forceLoop(loop, yield* warmCopy(loop, runner));
      loops[loops.length] = loop;
    }
  }

  /** One more loop around the test, for a pass; more: how it differs from the others, see Form in loop.js. */
  function extraLoop(more) {
    return (extras[extras.length] = loopAround({ ...form, ...more }));
  }

  /** Warms up such a loop, and has V8 optimise it and the test. */
  function* warmExtra(loop) {
    const calls = yield* warmCopy(loop, runner);
    yield* optimizer.forceTest(loop, calls);
    yield* optimizer.forceLoop(loop, calls);
  }

  /** No further call, whatever a run under way still waits for. */
  function close() {
    for (let i = 0; i < loops.length; i++) if (loops[i].close) loops[i].close();
    for (let i = 0; i < extras.length; i++) if (extras[i].close) extras[i].close();
  }

  return {
    samples, form, open, close, addCopies, packRounds, codes, round, heap, clock, hasten, finishCompiling, isOptimized,
    loops: () => loops, extraLoop, warmExtra,
    isTestOptimized: optimizer.isTestOptimized, slice: runner.slice, mostCalls, lostNs,
  };
}

module.exports = { createTask };
