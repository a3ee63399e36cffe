'use strict';

/* Runs the slices of one test, and notes what each took, and what the system and the heap did meanwhile. */

const engine = require('#engine');
const { createHeapGuard } = require('#insides');
const { clockStandsStill } = require('../calibrate');
const { leftThreads } = require('./handles');
const { MAX_CALLS } = require('./loop');
const { isIdle, isInterrupted } = require('../samples/round');
const { pack, unpack } = require('../samples/packed-rounds');
const { median } = require('../stats/sample');

const { max, min, floor } = Math;

// Inputs of one slice: more would be carried through collections while the slice is timed.
const INPUT_BYTES = 4e6;
const MOST_INPUTS = 65536;
const FIRST_INPUTS = 16;

// What is called after each call of a slice may take so long, and else slices get shorter.
const FINISH_NS = 5e7;

// In the place of what a clock says that has jumped: as where it is set back, which leaves the round out.
const JUMPED_NS = -1;

/** Bytes that one reading of the heap adds to the next. */
function heapReadingBytes(heap) {
  const steps = [];
  for (let i = 0; i < 9; i++) steps[i] = -heap.usedBytes() + heap.usedBytes();
  return max(0, median(steps));
}

/** What the system did to a test: each figure is that since the one before. */
function watchSystem(clock) {
  let preempted = clock.preemptions();
  let queued = NaN;
  let seen = { ns: clock.nowNs(), ms: clock.wallMs() };
  const system = { lostNs: 0, standsStill, preemptions, queuedNs };

  // A slice of no length is a fast test, or a clock that has stopped while the second one went on.
  function standsStill(calls) {
    // Before the first clock, and behind it where that is noted: the processor can be away between the two.
    const ms = clock.wallMs();
    const ns = clock.nowNs();
    if (ns !== seen.ns) seen = { ns, ms: clock.wallMs() };
    return calls >= 2 ** 24 || ms - seen.ms > max(5, clock.grainNs() / 1e5);
  }

  /** How often the processor was taken away, asked where it was not here; it takes 2 microseconds. */
  function preemptions(idleNs) {
    const before = preempted;
    preempted = clock.preemptions();
    if (preempted > before) system.lostNs += idleNs;
    return preempted - before;
  }

  /** For a slice in which the test itself gave the processor away. */
  function queuedNs() {
    const before = queued;
    queued = clock.queuedNs();
    return queued - before;
  }

  return system;
}

/**
 * The samples of a test, which its rounds are added to.
 *
 * @returns {{ samples: object, add: function(import('./task').Round), pack: function() }} pack(): makes the rounds so
 *   far smaller, which nobody looks at until the end
 */
function createSamples(kind, { clock, natives = null }) {
  let packed = null;
  let rounds = [];
  const samples = {
    kind, stopped: null, allocation: null,
    get rounds() { return packed ? unpack(packed, rounds) : rounds; },
    clockCostNs: clock.costNs(), clockGrainNs: clock.grainNs(), cpuCostNs: clock.cpuCostNs(),
    isWarm: true, isProlonged: false, isAsked: natives !== null, isCalled: !engine.compiles(),
    ownThreads: 0, threads: { ns: 0, cpuNs: 0 },
  };
  return {
    samples,
    add(round) { rounds[rounds.length] = round; },
    pack() {
      packed = pack(samples.rounds);
      rounds = [];
    },
  };
}

/**
 * @param {object} plan see task.js
 * @param {object} tools see task.js
 * @param {{ calls: number, slice: number }} progress
 * @param {{ after: function }} top see top-tier.js
 * @returns {{ samples, packRounds, round, slice, refusal, mostCalls, lostNs }}
 */
function createRoundRunner(plan, tools, progress, top) {
  const { clock, heap, references } = tools;
  const { takesCallback, kind = null, each = null } = plan;
  const { samples, add, pack: packRounds } = createSamples(takesCallback ? 'callback' : kind || 'sync', tools);
  const guard = createHeapGuard(tools, plan.isAmongOthers === true);
  const system = watchSystem(clock);
  const readingBytes = heapReadingBytes(heap);
  let mostCalls = each ? FIRST_INPUTS : MAX_CALLS;
  let mostFinished = MAX_CALLS;

  function* prepare(loop, calls) {
    const before = heap.usedBytes();
    yield [{ run: loop.prepare }, calls];
    const bytes = (heap.usedBytes() - before) / calls;
    if (calls < FIRST_INPUTS) return;
    if (bytes > 0) mostCalls = max(1, min(MOST_INPUTS, floor(INPUT_BYTES / bytes)));
    else mostCalls = min(MOST_INPUTS, mostCalls * 2);
  }

  function* finish({ finisher }, calls) {
    const startedNs = clock.steadyNs();
    yield [finisher, calls];
    const ns = clock.steadyNs() - startedNs;
    if (ns > FINISH_NS) mostFinished = max(1, floor(calls * FINISH_NS / ns));
  }

  function begin(wanted) {
    return (progress.slice = guard.callsWithin(wanted));
  }

  /** Processor time of other threads of this process, some of which tests have left; ownNs is NaN if unknown. */
  function noteThreads(ns, cpuNs, ownNs) {
    samples.threads.ns += ns;
    samples.threads.cpuNs += cpuNs - min(ns, ownNs >= 0 ? ownNs : ns);
  }

  function end(loop, calls, heapBefore, heapAfter) {
    if (loop.discard) loop.discard();
    samples.stopped = samples.stopped || guard.after(calls, heapBefore, heapAfter);
    progress.calls += calls;
  }

  /**
   * One slice as a round, with the latest figures of the references.
   *
   * @param {{ loop: import('./loop').Loop, copy: number, reference: { ns: number } }} lane
   * @param {number} wanted calls; fewer are made where what they keep would fill the heap
   * @param {string} phase
   * @param {number} turn
   * @returns {import('./task').Round}
   */
  function* round({ loop, copy, reference }, wanted, phase, turn) {
    const calls = begin(wanted);
    if (loop.prepare) yield* prepare(loop, calls);
    const heapBefore = heap.usedBytes();
    const startedNs = clock.steadyNs();
    const hasThreads = leftThreads() > samples.ownThreads;
    const ownBefore = hasThreads ? clock.threadNs() : 0;
    const cpuBefore = clock.cpuNs();
    let ns = yield [loop, calls];
    const cpuNs = clock.cpuNs() - cpuBefore;
    if (hasThreads) noteThreads(ns, cpuNs, clock.threadNs() - ownBefore);
    const heapAfter = heap.usedBytes();
    if (ns <= 0 && system.standsStill(calls)) throw clockStandsStill(calls);
    if (isInterrupted(ns, cpuNs) && ns > clock.steadyNs() - startedNs) ns = JUMPED_NS;
    const preemptions = isInterrupted(ns, cpuNs) ? system.preemptions(ns - cpuNs) : 0;
    const done = {
      phase, turn, copy, calls, ns, referenceNs: reference.ns, mhz: references.mhz,
      turnNs: references.turnNs, cpuNs, preemptions,
      queuedNs: isIdle(ns, cpuNs) && !(preemptions > 0) ? system.queuedNs() : 0,
      tier: loop.code ? top.after(loop.code, ns / calls) : null,
      heapBytes: heapAfter - heapBefore - readingBytes,
    };
    add(done);
    if (loop.finisher) yield* finish(loop, calls);
    end(loop, calls, heapBefore, heapAfter);
    return done;
  }

  /** A slice that is no round: { calls, ns }. */
  function* slice(loop, wanted) {
    const calls = begin(wanted);
    if (loop.prepare) yield* prepare(loop, calls);
    const heapBefore = heap.usedBytes();
    const ns = yield [loop, calls];
    const heapAfter = heap.usedBytes();
    if (loop.finisher) yield* finish(loop, calls);
    end(loop, calls, heapBefore, heapAfter);
    return { calls, ns };
  }

  return {
    samples, packRounds, round, slice, refusal: guard.refusal,
    mostCalls: () => min(mostCalls, mostFinished),
    lostNs: () => system.lostNs + references.lostNs,
  };
}

module.exports = { createRoundRunner };
