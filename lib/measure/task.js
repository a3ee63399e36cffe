'use strict';

/*
 * One test under measurement: its private loop, its rounds, and what is told of each. A round is one
 * slice of the test beside one slice of the empty reference and one of the frequency reference. Nothing
 * here knows how long a slice ought to be, or what a result looks like.
 */

const { callbackLoop } = require('./callback-loop');
const { clockStandsStill, GROWTH } = require('../calibrate');
const { firstCall } = require('./first-call');
const { createHeapGuard } = require('./heap-guard');
const { syncLoop, promiseLoop, MAX_CALLS } = require('./loop');
const { isIdle, isInterrupted } = require('../samples/round');
const { pack, unpack } = require('../samples/packed-rounds');
const { median } = require('../stats/sample');
const { watchTopTier, forceTop } = require('./top-tier');

const { max, min, floor, ceil } = Math;

// Inputs of one slice: more would be carried through collections while the slice is timed.
const INPUT_BYTES = 4e6;
const MOST_INPUTS = 65536;
const FIRST_INPUTS = 16;

// In the place of what a clock says that has jumped: as where it is set back, which leaves the round out.
const JUMPED_NS = -1;

// In growing runs; V8 has learnt what the test does by then, and only compiles one more loop.
const COPY_WARMUP_NS = 2.5e6;

// What a loop meets for the first time throws its code away.
const FORCING_TRIES = 3;

const LOOPS = {
  sync: (fn, tools, form) => syncLoop(fn, tools.clock, form),
  promise: (fn, tools, form) => promiseLoop(fn, tools.clock, form),
  callback: (fn, tools, form) => callbackLoop(fn, tools.clock, tools.late, form),
};

function codesOf(loops) {
  const codes = [];
  for (let i = 0; i < loops.length; i++) codes[i] = loops[i].code;
  return codes;
}

/** Bytes that one reading of the heap adds to the next. */
function heapReadingBytes(heap) {
  const steps = [];
  for (let i = 0; i < 9; i++) steps[i] = -heap.usedBytes() + heap.usedBytes();
  return max(0, median(steps));
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
 * @property {number} preemptions where the processor was not with it: how often it was taken away since the round before;
 *   NaN where the system does not count that
 * @property {number} queuedNs of one that waited without being preempted: for how long the test was ready to go on, since
 *   the latest such round; NaN where the system does not tell
 * @property {string|null} tier of V8 at its end, see top-tier.js; null where it does not matter or cannot be told
 * @property {number} heapBytes more in use after it than before
 */

/**
 * @param {object} plan
 * @param {function} plan.fn
 * @param {boolean} plan.takesCallback
 * @param {'sync'|'promise'|null} [plan.kind] where the first call is not to tell
 * @param {function(): *} [plan.each] makes the argument of one call
 * @param {object} [plan.given] the argument of all calls, where there is no each
 * @param {boolean} [plan.inline] false: through a call that V8 cannot inline
 * @param {boolean} [plan.isAmongOthers] whether there are more tests in this process
 * @param {object} tools { clock, heap, calibration, natives (null where V8 cannot be asked), late, references }
 * @param {{ loop: object|null, calls: number, slice: number }} progress kept up to date: calls done, and
 *   calls of the slice under way
 */
function createTask(plan, tools, progress) {
  const { clock, heap, calibration, natives = null, references } = tools;
  const { fn, takesCallback, kind = null, each = null, given = null, inline = true } = plan;
  const form = { inline, each, given };
  const guard = createHeapGuard(tools, plan.isAmongOthers === true);
  const readingBytes = heapReadingBytes(heap);
  let packed = null;
  let rounds = [];
  const samples = {
    kind: takesCallback ? 'callback' : kind || 'sync', stopped: null, allocation: null,
    get rounds() { return packed ? unpack(packed, rounds) : rounds; },
    clockCostNs: clock.costNs(), clockGrainNs: clock.grainNs(), cpuCostNs: clock.cpuCostNs(),
    isWarm: true, isProlonged: false, isAsked: natives !== null,
  };
  const top = watchTopTier(natives, fn, form);
  let reference = { ns: 0 };
  let loops = null;
  const extras = [];
  let used = 0;
  let mostCalls = each ? FIRST_INPUTS : MAX_CALLS;
  let lostNs = 0;
  let preempted = clock.preemptions();
  let queued = NaN;
  let seen = { ns: clock.nowNs(), ms: clock.wallMs() };

  // A slice of no length is a fast test, or a clock that has stopped while the second one went on.
  function standsStill(calls) {
    const now = { ns: clock.nowNs(), ms: clock.wallMs() };
    if (now.ns !== seen.ns) seen = now;
    return calls >= 2 ** 24 || now.ms - seen.ms > max(5, clock.grainNs() / 1e5);
  }

  /** How often the processor was taken away, asked where it was not here; it takes 2 microseconds. */
  function preemptionsSince(idleNs) {
    const before = preempted;
    preempted = clock.preemptions();
    if (preempted > before) lostNs += idleNs;
    return preempted - before;
  }

  /** For a slice in which the test itself gave the processor away. */
  function queuedSince() {
    const before = queued;
    queued = clock.queuedNs();
    return queued - before;
  }

  function* prepare(test, calls) {
    const before = heap.usedBytes();
    yield [{ run: test.prepare }, calls];
    const bytes = (heap.usedBytes() - before) / calls;
    if (calls < FIRST_INPUTS) return;
    if (bytes > 0) mostCalls = max(1, min(MOST_INPUTS, floor(INPUT_BYTES / bytes)));
    else mostCalls = min(MOST_INPUTS, mostCalls * 2);
  }

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
    const calls = guard.callsWithin(wanted);
    const copy = used++ % loops.length;
    const test = loops[copy];
    if (test.prepare) yield* prepare(test, calls);
    const heapBefore = heap.usedBytes();
    const startedNs = clock.steadyNs();
    const cpuBefore = clock.cpuNs();
    progress.slice = calls;
    let ns = yield [test, calls];
    const cpuNs = clock.cpuNs() - cpuBefore;
    const heapAfter = heap.usedBytes();
    if (test.discard) test.discard();
    if (ns <= 0 && standsStill(calls)) throw clockStandsStill(calls);
    if (isInterrupted(ns, cpuNs) && ns > clock.steadyNs() - startedNs) ns = JUMPED_NS;
    samples.stopped = samples.stopped || guard.after(calls, heapBefore, heapAfter);
    const heapBytes = heapAfter - heapBefore - readingBytes;
    const preemptions = isInterrupted(ns, cpuNs) ? preemptionsSince(ns - cpuNs) : 0;
    const done = {
      phase, turn, copy, calls, ns, referenceNs: reference.ns, mhz: references.mhz,
      turnNs: references.turnNs, cpuNs, preemptions,
      queuedNs: isIdle(ns, cpuNs) && !(preemptions > 0) ? queuedSince() : 0,
      tier: test.code ? top.after(test.code, ns / calls) : null,
      heapBytes,
    };
    rounds[rounds.length] = done;
    progress.calls += calls;
    return done;
  }

  /** A slice that is no round: { calls, ns }. */
  function* slice(loop, wanted) {
    const calls = guard.callsWithin(wanted);
    const heapBefore = heap.usedBytes();
    const ns = yield [loop, calls];
    progress.calls += calls;
    samples.stopped = samples.stopped || guard.after(calls, heapBefore, heap.usedBytes());
    return { calls, ns };
  }

  /** The first call, cold; from then on the kind is known, and round() can be used. */
  function* open() {
    const heapFull = guard.refusal();
    if (heapFull) yield [{ run: (calls, done) => done({ heapFull }, 0) }, 0];
    yield* calibration.frequency();
    if (takesCallback) {
      reference = yield* references.use('callback', form);
      loops = [LOOPS.callback(fn, tools, form)];
      progress.loop = loops[0];
      yield* round(1, 'cold', true);
      return;
    }
    loops = [firstCall({ fn, kind, each, given }, clock, samples)];
    const first = yield* round(1, 'cold', false);
    reference = yield* references.use(samples.kind, form);
    loops = [LOOPS[samples.kind](fn, tools, form)];
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
    if (samples.kind !== 'sync' || each) return;
    for (let i = 0; i < count && !samples.stopped; i++) {
      const loop = LOOPS.sync(fn, tools, form);
      let spentNs = 0;
      let calls = 0;
      while (spentNs < COPY_WARMUP_NS && !samples.stopped) {
        const done = yield* slice(loop, max(1, ceil(calls * GROWTH)));
        spentNs += max(1, done.ns);
        ({ calls } = done);
      }
      if (top.isLate(loop.code)) yield* force([loop], [loop.code], calls);
      loops[loops.length] = loop;
    }
  }

  /** Has V8 optimise functions at once, which these loops run; the slices do not count. */
  function* force(some, codes, calls) {
    yield* forceTop(natives, codes, function* (count) {
      for (let i = 0; i < some.length; i++) {
        if (some[i].prepare) yield* prepare(some[i], count);
        if (!samples.stopped) yield* slice(some[i], count);
        if (some[i].discard) some[i].discard();
      }
    }, calls);
  }

  /**
   * Has optimised what V8 has not come to.
   * @param {number} calls of a slice
   */
  function* hasten(calls) {
    for (let tries = 0; tries < FORCING_TRIES; tries++) {
      finishCompiling();
      const late = [];
      for (let i = 0; i < loops.length; i++) if (top.isLate(loops[i].code)) late[late.length] = loops[i];
      // First the test: a loop takes into its own code what it finds.
      if (top.isTestLate()) yield* force(loops, [fn], calls);
      if (late.length) yield* force(late, codesOf(late), calls);
      else if (!top.isTestLate()) return;
    }
  }

  /** Waits for V8's compilers: they work on what the test calls, too, and have to share the processors with others. */
  function finishCompiling() {
    if (natives) natives.finish();
  }

  /** Whether V8 has nothing left to do for the loops and the test. */
  function isOptimized() {
    for (let i = 0; i < loops.length; i++) if (!top.isReached(loops[i].code)) return false;
    return true;
  }

  /** Makes the rounds so far smaller, which nobody looks at until the end. */
  function packRounds() {
    packed = pack(samples.rounds);
    rounds = [];
  }

  /** One more loop around the test, for whoever asks for it; `before` each call something can be done. */
  function extraLoop(before) {
    return (extras[extras.length] = LOOPS[samples.kind](fn, tools, { ...form, before }));
  }

  /** No further call, whatever a run under way still waits for. */
  function close() {
    for (let i = 0; loops && i < loops.length; i++) if (loops[i].close) loops[i].close();
    for (let i = 0; i < extras.length; i++) if (extras[i].close) extras[i].close();
  }

  /** The functions that V8 compiles for the loops around the test. */
  const codes = () => codesOf(loops);

  return {
    samples, form, open, close, addCopies, packRounds, codes, round, heap, clock, hasten, finishCompiling, isOptimized,
    loops: () => loops, extraLoop, mostCalls: () => mostCalls, lostNs: () => lostNs + references.lostNs,
  };
}

module.exports = { createTask };
