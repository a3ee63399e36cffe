'use strict';

const engine = require('#engine');
const { isIdle, isInterrupted, pack, unpack } = require('../samples/round');
const { median } = require('../../base/stats/sample');
const { MAX_CALLS, stoppedClockError } = require('./loop');
const { countLeftThreads, getParts } = require('./user-calls');

const { max, min, floor } = Math;

// Limits of the inputs of a slice: collections would move more inputs while the slice is timed.
const INPUT_BYTES = 4e6;
const MOST_INPUTS = 65536;
const FIRST_INPUTS = 16;

const FINISH_NS = 5e7; // longest time of the calls after a slice, see finisherOf; longer ones shorten the slices
// The system interrupts long slices in any case. They count as preempted if the process waited for a processor for this
// share of the time, which a test that sleeps does not.
const LONG_SLICE_NS = 5e6;
const QUEUED_SHARE = 0.05;

// Longest slice of a test of which only parts are timed, including the rest.
const PARTS_SLICE_NS = 5e6;

const JUMPED_NS = -1; // marks a round in which the clock jumped, and excludes it

function heapReadingBytes(heap) {
  const steps = [];
  for (let i = 0; i < 9; i++) steps[i] = -heap.usedBytes() + heap.usedBytes();
  return max(0, median(steps));
}

/** Effects of the system on a test. Each figure covers the time since the previous one. */
function watchSystem(clock) {
  let preempted = clock.preemptions();
  let queued = NaN;
  let seen = { ns: clock.nowNs(), ms: clock.wallMs() };
  const system = { lostNs: 0, standsStill, queuedNs, begins, interruptionsOf };

  // If a slice has no time, the test is fast, or the clock has stopped while the second one continued.
  function standsStill(calls) {
    // Read before the first clock, and noted after it: the process can be preempted between the two.
    const ms = clock.wallMs();
    const ns = clock.nowNs();
    if (ns !== seen.ns) seen = { ns, ms: clock.wallMs() };
    return calls >= 2 ** 24 || ms - seen.ms > max(5, clock.grainNs() / 1e5);
  }

  /** Called only after an interruption, because it takes 2 us. */
  function preemptions(idleNs) {
    const before = preempted;
    preempted = clock.preemptions();
    if (preempted > before) system.lostNs += idleNs;
    return preempted - before;
  }

  function queuedNs() {
    const before = queued;
    queued = clock.queuedNs();
    return queued - before;
  }

  /** Called before a slice of about this length. Returns whether the wait for a processor is known at its end. */
  function begins(ns) {
    const isLong = ns >= LONG_SLICE_NS;
    if (isLong) queuedNs();
    return isLong;
  }

  /** isLong: result of begins() */
  function interruptionsOf(ns, cpuNs, isLong) {
    if (!isInterrupted(ns, cpuNs)) return { preemptions: 0, queuedNs: 0 };
    const waitedNs = isLong && ns >= LONG_SLICE_NS ? queuedNs() : NaN;
    if (!(waitedNs >= 0)) {
      const found = preemptions(ns - cpuNs);
      return { preemptions: found, queuedNs: isIdle(ns, cpuNs) && !(found > 0) ? queuedNs() : 0 };
    }
    const found = preemptions(waitedNs);
    return waitedNs > QUEUED_SHARE * ns ? { preemptions: max(1, found), queuedNs: 0 }
      : { preemptions: 0, queuedNs: waitedNs };
  }

  return system;
}

/** packRounds() shrinks the rounds so far: nothing reads them until the end. */
function createSamples(kind, { clock, natives = null }) {
  let packed = null;
  let rounds = [];
  const samples = {
    kind, stopped: null, allocation: null,
    get rounds() { return packed ? unpack(packed, rounds) : rounds; },
    clockCostNs: clock.costNs(), clockGrainNs: clock.grainNs(), cpuCostNs: clock.cpuCostNs(),
    isInParts: false, isWarm: true, isFalling: false, isProlonged: false, isAsked: natives !== null,
    isCalled: !engine.compiles(), ownThreads: 0, threads: { ns: 0, cpuNs: 0 },
  };
  return {
    samples,
    add(round) { rounds[rounds.length] = round; },
    packRounds() {
      packed = pack(samples.rounds);
      rounds = [];
    },
  };
}

// V8 ends a process that only collects from four fifths of its limit. Tests of a suite keep their objects, and later
// tests need room for garbage, so that each test may keep half of the rest.
const ALONE = { full: 0.8, share: 1 };
const AMONG_OTHERS = { full: 0.7, share: 1 / 2 };

const LEAST_SHARE = 1 / 128; // so that tests that keep nothing still run in a full heap

const MOST_CHECKS = 8; // full collections, which separate garbage from kept objects: 1 ms per MB of kept objects
const NEARLY_ALL = 7 / 8;

// V8 enlarges arrays by half, so an array of the largest size has grown by at least this share.
const LARGE_SHARE = 1 / 3;

const MUCH_EXTERNAL = 2 ** 28; // bytes of kept buffers above which the free memory is read (50 us)

/** Finds an array that V8 cannot enlarge again. collect() returns whether a collection has freed the garbage. */
function createArrayGuard(heap, collect) {
  const { largestBytes, large } = heap;
  let checks = 0;

  function hasGrown() {
    const bytes = heap.largeBytes();
    large.keptBytes = min(large.keptBytes, bytes);
    return bytes - large.keptBytes >= largestBytes * LARGE_SHARE;
  }

  function keep() {
    large.keptBytes = heap.largeBytes();
  }

  return {
    /** Excludes objects made before, such as those of a setup. */
    begin() {
      if (heap.usedBytes() >= largestBytes * LARGE_SHARE && hasGrown() && collect()) keep();
    },
    /** Returns the bytes of large objects if one of them may be full, and otherwise 0. */
    after(usedBytes) {
      large.keptBytes = min(large.keptBytes, usedBytes);
      if (!(usedBytes >= largestBytes && hasGrown() && heap.largeBytes() >= largestBytes)) return 0;
      // After many collections without a full array, the test only makes garbage.
      if (checks++ >= MOST_CHECKS) return 0;
      const isKnown = collect();
      const largeBytes = heap.largeBytes();
      const isFull = hasGrown() && largeBytes >= largestBytes;
      if (isKnown) keep();
      return isFull ? largeBytes : 0;
    },
  };
}

/**
 * Sums up bytes of buffers and other external memory that a test retains. All buffers are read around few slices, whose
 * number grows with the logarithm of the calls, and around each slice while the test retains some of them.
 */
function createExternalWatch(heap) {
  let keptExternal = 0;
  let keptBuffers = 0;
  let externalBefore = 0;
  let buffersBefore = 0;
  let isRead = false;
  let readAt = 0; // number of calls

  return {
    before(calls) {
      externalBefore = heap.externalBytes();
      isRead = calls >= readAt;
      if (isRead) buffersBefore = heap.bufferBytes();
    },
    /** calls: so far, or 0 after a collection, so that the next slice is read, too. Returns the retained bytes. */
    after(calls) {
      const external = heap.externalBytes();
      keptExternal = max(0, keptExternal + external - externalBefore);
      externalBefore = external;
      if (isRead) {
        const buffers = heap.bufferBytes();
        keptBuffers = max(0, keptBuffers + buffers - buffersBefore);
        buffersBefore = buffers;
        // V8 may have freed garbage in this slice.
        readAt = keptBuffers > 0 ? calls : 2 * calls;
      }
      return max(keptExternal, keptBuffers);
    },
  };
}

/**
 * Stops a test that keeps its objects before the heap is full, an array reaches its maximum size, or the memory is
 * used up: V8 or the system would end the process and lose the results.
 */
function createHeapGuard({ heap, natives = null }, isAmongOthers) {
  const limitBytes = heap.limitBytes();
  const { full, share } = isAmongOthers ? AMONG_OTHERS : ALONE;
  const fullBytes = limitBytes * full;
  let keptBytes = 0;
  let calls = 0;
  let latestBytes = heap.usedBytes();
  let keptExternal = 0;
  let checks = 0;
  let makesGarbage = false;

  const mostBytes = limitBytes * ALONE.full;
  const leastBytes = isAmongOthers ? limitBytes * LEAST_SHARE : 0;
  const budgetOf = (usedBytes) => max(leastBytes, (fullBytes - (usedBytes - keptBytes)) * share);
  const collectAll = () => natives !== null && heap.collectAll();
  const collect = () => checks++ < MOST_CHECKS && collectAll();
  const arrays = createArrayGuard(heap, collectArrays);
  const externals = createExternalWatch(heap);

  function collectArrays() {
    if (!collectAll()) return false;
    const leftBytes = heap.usedBytes();
    keptBytes = max(0, keptBytes + leftBytes - latestBytes);
    latestBytes = leftBytes;
    return true;
  }

  function refusal() {
    arrays.begin();
    const isFull = () => heap.usedBytes() + leastBytes > mostBytes;
    if (!isAmongOthers || !isFull() || (collect() && !isFull())) return null;
    return { usedBytes: heap.usedBytes(), limitBytes };
  }

  /** Returns the number of calls whose kept objects fit twice, `wanted` at most. */
  function callsWithin(wanted) {
    externals.before(calls);
    const perCall = keptBytes / max(1, calls);
    // V8 enlarges a full array by half, so half of the calls so far do not enlarge it twice.
    const few = keptExternal > MUCH_EXTERNAL ? 1 : max(1, floor((heap.largestBytes / 3 - keptBytes) / perCall) || 1);
    const most = min(wanted, max(few, floor(calls / 2)));
    if (2 * most * perCall <= budgetOf(latestBytes) - keptBytes) return most;
    const room = budgetOf(heap.usedBytes()) - keptBytes;
    return max(1, min(most, floor(room / 2 / perCall)));
  }

  function reasonToStop(usedBytes, neededBytes) {
    if (neededBytes > budgetOf(usedBytes) || usedBytes > mostBytes) return { usedBytes, limitBytes };
    const freeBytes = keptExternal > MUCH_EXTERNAL ? heap.freeBytes() : Infinity;
    return keptExternal > freeBytes ? { code: 'memory-limit', keptBytes: keptExternal, freeBytes } : null;
  }

  function after(madeCalls, beforeBytes, usedBytes) {
    const grown = usedBytes - beforeBytes;
    keptBytes = max(0, keptBytes + grown);
    calls += madeCalls;
    keptExternal = externals.after(calls);
    latestBytes = usedBytes;
    const largeBytes = arrays.after(usedBytes);
    // The first call may make the data of a test.
    if (largeBytes > 0 && calls > 1) return { code: 'array-limit', largeBytes };
    // Another slice of twice the length must fit as well, unless the growth is garbage.
    const reason = reasonToStop(latestBytes, keptBytes + (makesGarbage ? 0 : 2 * max(0, grown)));
    if (reason === null) return null;
    // A test without others gets all of the heap, and V8 has collected before it is full. Collections for buffers are
    // not limited: V8 does not collect for shared ones, and each collection frees much memory or is the last one.
    if (reason.code ? collectAll() : isAmongOthers && collect()) {
      const leftBytes = heap.usedBytes();
      const leftOfIt = max(0, keptBytes + leftBytes - latestBytes);
      makesGarbage = leftOfIt < keptBytes / 2;
      keptBytes = leftOfIt;
      keptExternal = externals.after(0);
      return reasonToStop(leftBytes, keptBytes / NEARLY_ALL);
    }
    return makesGarbage && latestBytes <= mostBytes ? null : reason;
  }

  return { refusal, callsWithin, after };
}

/** Adds the processor time of other threads of this process, such as those left by tests; ownNs: NaN if unknown. */
function noteThreads(threads, ns, cpuNs, ownNs) {
  threads.ns += ns;
  threads.cpuNs += cpuNs - min(ns, ownNs >= 0 ? ownNs : ns);
}

/** Limits the calls of a slice by the memory of inputs, and by untimed work: after a slice, or within calls. */
function createSliceLimit(hasInputs) {
  let mostInputs = hasInputs ? FIRST_INPUTS : MAX_CALLS;
  let most = MAX_CALLS;

  return {
    calls: () => min(mostInputs, most),
    made(inputs, bytes) {
      if (inputs < FIRST_INPUTS) return;
      mostInputs = min(MOST_INPUTS, bytes > 0 ? max(1, floor(INPUT_BYTES * inputs / bytes)) : mostInputs * 2);
    },
    took(mostNs, calls, ns) {
      if (ns > mostNs) most = max(1, floor(calls * mostNs / ns));
    },
  };
}

/** around: the loops that take turns, and the empty loop that runs next to them. */
function createRoundRunner(plan, tools, progress, top, around) {
  const { clock, heap, references } = tools;
  const { samples, add, packRounds } = createSamples(plan.takesCallback ? 'callback' : plan.kind || 'sync', tools);
  const guard = createHeapGuard(tools, plan.isAmongOthers);
  const system = watchSystem(clock);
  const readingBytes = heapReadingBytes(heap);
  samples.isInParts = getParts(plan.fn) !== undefined;
  let used = 0;
  let perCallNs = Infinity; // of the latest slice; unknown before the first one
  const limit = createSliceLimit(Boolean(plan.each));

  function* prepare(loop, wanted) {
    const calls = (progress.slice = guard.callsWithin(wanted));
    if (!loop.prepare) return calls;
    const before = heap.usedBytes();
    yield [{ run: loop.prepare }, calls];
    limit.made(calls, heap.usedBytes() - before);
    return calls;
  }

  function* finish(loop, calls, heapBefore, heapAfter) {
    if (loop.finisher) {
      const startedNs = clock.steadyNs();
      yield [loop.finisher, calls];
      limit.took(FINISH_NS, calls, clock.steadyNs() - startedNs);
    }
    if (loop.discard) loop.discard();
    samples.stopped = samples.stopped || guard.after(calls, heapBefore, heapAfter);
    progress.calls += calls;
  }

  /** Runs a slice and returns its Round, see task.js. Without references it uses their latest figures. */
  function* round(wanted, phase, withReferences, turn = 0) {
    if (withReferences) yield* references.read();
    const copy = used++ % around.loops.length;
    const loop = around.loops[copy];
    const calls = yield* prepare(loop, wanted);
    const isLong = system.begins(calls * perCallNs);
    const heapBefore = heap.usedBytes();
    const startedNs = clock.steadyNs();
    const hasThreads = countLeftThreads() > samples.ownThreads;
    const ownBefore = hasThreads ? clock.threadNs() : 0;
    const cpuBefore = clock.cpuNs();
    let ns = yield [loop, calls];
    let cpuNs = clock.cpuNs() - cpuBefore;
    const wholeNs = clock.steadyNs() - startedNs;
    if (hasThreads) noteThreads(samples.threads, ns, cpuNs, clock.threadNs() - ownBefore);
    const heapAfter = heap.usedBytes();
    if (samples.isInParts) limit.took(PARTS_SLICE_NS, calls, wholeNs);
    else if (ns <= 0 && system.standsStill(calls)) throw stoppedClockError(calls);
    if (samples.isInParts) cpuNs = ns * min(1, cpuNs / wholeNs);
    else if (isInterrupted(ns, cpuNs) && ns > wholeNs) ns = JUMPED_NS;
    const { mhz, turnNs } = references;
    const done = {
      phase, turn, copy, before: progress.calls, calls, ns, referenceNs: around.reference.ns, mhz, turnNs, cpuNs,
      ...system.interruptionsOf(ns, cpuNs, isLong),
      tier: loop.code ? top.after(loop.code, ns / calls) : null,
      heapBytes: heapAfter - heapBefore - readingBytes,
    };
    if (ns > 0) perCallNs = ns / calls;
    add(done);
    yield* finish(loop, calls, heapBefore, heapAfter);
    return done;
  }

  function* slice(loop, wanted) {
    const calls = yield* prepare(loop, wanted);
    const before = heap.usedBytes();
    const ns = yield [loop, calls];
    yield* finish(loop, calls, before, heap.usedBytes());
    return { calls, ns };
  }

  return {
    samples, packRounds, round, slice, refusal: guard.refusal,
    mostCalls: limit.calls,
    lostNs: () => system.lostNs + references.lostNs,
  };
}

module.exports = { createHeapGuard, createRoundRunner };
