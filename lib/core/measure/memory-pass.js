'use strict';

/*
 * Measures the exact allocation of a test, after the timing: the growth of the heap plus what collections freed. Slices
 * of the empty loop are subtracted: they contain the promises of an awaiting loop, and the readings themselves.
 */

const engine = require('#engine');
const { FEWEST_MEMORY_SLICES, UNSURE_SHARE, keptNoiseBytes, summarizeMemory } = require('./memory-summary');
const { createTurn, pause } = require('./run-steps');

const { max, min, ceil, floor, abs } = Math;

// Time of the pass: a share of the time of the test, at least LEAST_NS, and longer for the first slices.
const TIME_SHARE = 1 / 8;
const LEAST_NS = 1.2e7;
const LATE_FACTOR = 3;

// Bytes per slice: most slices contain no collection, but more than one pool of Buffer.allocUnsafe.
const YOUNG_SHARE = 4;
const LEAST_BYTES = 2 ** 18;
const MOST_BYTES = 2 ** 20;

// If a call allocates more, slices have one call, so that withoutPageEnds can recognize the unused ends of pages.
const LARGE_BYTES = 8192;

const MOST_SLICES = 1000;
const GROWTH = 8;
const PROBES = 3;
const SLICE_SHARE = 1 / 24;

// Slices of the empty loop: one per EMPTY_EVERY slices, MOST_EMPTY in all.
const EMPTY_EVERY = 4;
const MOST_EMPTY = 25;

// Share of the heap limit at which the pass ends, because the test keeps its objects. The timing stops at 0.8.
const HEAP_SHARE = 0.9;

const IDLE_SHARE = 1 / 10; // length of a pause that shows the allocation of the rest of the process

// Time of a full collection per byte in use. Two collections must fit into twice the time of the pass, or into
// COLLECTIONS_NS. KEPT_SHARE: share of the pass for the calls between the two.
const COLLECTION_NS_PER_BYTE = 1;
const COLLECTIONS_NS = 1e8;
const MOST_COLLECTED_BYTES = 2e9;
const KEPT_SHARE = 1 / 2;
const MOST_PEAK_NS = 5e9; // of a call that shows the peak of the heap
const PEAK_CALLS = 3;

/** live, liveMs: see base/engine/live-memory.js, null without a watch */
function* sliceOf(loop, calls, heap, live = null, liveMs = 0) {
  if (loop.prepare) yield [{ run: loop.prepare }, calls];
  heap.watch();
  const before = heap.inUse();
  if (live) live.begin(liveMs);
  const ns = yield [loop, calls];
  const peakBytes = live ? live.end() : null;
  const after = heap.inUse();
  const collections = heap.watched();
  if (loop.finisher) yield [loop.finisher, calls];
  if (loop.discard) loop.discard();
  let heapBytes = after.heapBytes - before.heapBytes;
  let externalBytes = after.externalBytes - before.externalBytes;
  for (let i = 0; i < collections.length; i++) {
    heapBytes += collections[i].heapBytes;
    externalBytes += collections[i].externalBytes;
  }
  return { calls, ns, heapBytes, externalBytes, peakBytes, collections, usedBytes: after.heapBytes };
}

function createSlicer(task, plan, { clock, heap }, progress) {
  const loops = task.loops();
  let taken = 0;
  let collected = true;
  const slicer = { limitBytes: heap.limitBytes() * HEAP_SHARE, isFull: false, slice, turn: createTurn(plan, clock) };

  function* slice(calls, ...watch) {
    if (collected) heap.settle();
    progress.slice = calls;
    const done = yield* sliceOf(loops[taken++ % loops.length], calls, heap, ...watch);
    progress.calls += calls;
    collected = done.collections.length > 0;
    if (done.usedBytes + 2 * max(0, done.heapBytes) > slicer.limitBytes) slicer.isFull = true;
    return done;
  }

  return slicer;
}

/** Runs slices that grow from one call to the target within half of the time. Returns the last. */
function* growTo(first, budgetNs, isHalfOver, task, slicer, heap) {
  const targetBytes = max(LEAST_BYTES, min(MOST_BYTES, heap.youngBytes() / YOUNG_SHARE));
  let latest = first;
  for (;;) {
    const { calls } = latest;
    const mostCalls = min(task.mostCalls(), GROWTH * calls);
    let ns = Infinity;
    let bytes = Infinity;
    let room = 0;
    // Minimum of several: interruptions, a growing pool or freed buffers change single slices.
    for (let i = 0; i < PROBES && room < 2 * calls && !slicer.isFull && (i === 0 || !isHalfOver()); i++) {
      const seen = i === 0 ? latest : yield* slicer.slice(calls);
      ns = min(ns, max(1, seen.ns));
      bytes = min(bytes, max(1, abs(seen.heapBytes) + abs(seen.externalBytes)));
      const isLarge = bytes >= LARGE_BYTES * calls;
      room = isLarge ? 0 : min(mostCalls, calls * targetBytes / bytes, calls * budgetNs * SLICE_SHARE / ns);
    }
    // The first reading can be wrong.
    if (room === 0 && calls > 1) latest = yield* slicer.slice(1);
    if (room < 2 * calls || slicer.isFull) return latest;
    latest = yield* slicer.slice(floor(room));
    yield* slicer.turn();
  }
}

/**
 * Bytes that all calls of a process with this test alone have left after a full collection: for a heap that is almost
 * full, or so large that two collections take too long. That is the state to which a test with a leak comes.
 */
function keptSinceStart(usedBytes, { startBytes, calls }, heap) {
  if (startBytes === null || usedBytes > MOST_COLLECTED_BYTES || !heap.collectAll()) return null;
  const { heapBytes, externalBytes } = heap.inUse();
  return { bytes: heapBytes - startBytes.heapBytes + externalBytes - startBytes.externalBytes, calls };
}

/** Bytes that some calls leave after full collections; null if the collections would take too long. */
function* keptBy({ slices, empties }, budgetNs, task, slicer, heap, progress) {
  const first = slices[0];
  const { calls } = first;
  const { usedBytes } = slices[slices.length - 1];
  const perCallBytes = max(0, first.heapBytes - empties[0].heapBytes) / calls;
  const grossBytes = max(1, first.heapBytes / calls);
  if (slicer.isFull || 2 * usedBytes * COLLECTION_NS_PER_BYTE > max(COLLECTIONS_NS, 2 * budgetNs)) {
    return keptSinceStart(usedBytes, progress, heap);
  }
  const roomForCalls = (slicer.limitBytes - usedBytes) / 2 / grossBytes;
  const enough = 4 * keptNoiseBytes(perCallBytes) / max(1, UNSURE_SHARE * perCallBytes);
  // A growing list of inputs would look like kept objects.
  const wanted = task.form.each ? calls : max(calls, min(enough, budgetNs * KEPT_SHARE * calls / max(1, first.ns)));
  const most = min(task.mostCalls(), ceil(wanted), roomForCalls);
  if (most < 1 || !heap.collectAll()) return null;
  const before = heap.inUse();
  const done = yield* slicer.slice(floor(most));
  if (!heap.collectAll()) return null;
  const after = heap.inUse();
  return { bytes: after.heapBytes - before.heapBytes + after.externalBytes - before.externalBytes, calls: done.calls };
}

/**
 * Growth of the bytes in use at their maximum, in some calls, because the watch looks now and then; null for short
 * calls, which end before V8 collects.
 */
function* peakBy({ calls, ns, collections }, slicer, heap, live) {
  const isLong = calls === 1 && ns <= MOST_PEAK_NS && heap.inUse().heapBytes * COLLECTION_NS_PER_BYTE <= ns;
  if (!isLong || collections.length === 0 || slicer.isFull || !live.open()) return null;
  let peakBytes = 0;
  for (let i = 0; i < PEAK_CALLS; i++) {
    const done = yield* slicer.slice(1, live, ns / 1e6);
    if (done.peakBytes === null || slicer.isFull) return null;
    peakBytes = max(peakBytes, done.peakBytes);
  }
  return peakBytes;
}

function* idleBytesPerNs(budgetNs, { clock, heap }) {
  const begunNs = clock.nowNs();
  const rest = pause((done) => clock.after(done, ceil(budgetNs * IDLE_SHARE / 1e6)));
  const idle = yield* sliceOf(rest, 1, heap);
  return max(0, idle.heapBytes + idle.externalBytes) / max(1, clock.nowNs() - begunNs);
}

/** Returns the result of summarizeMemory() for a task that has been measured. plan: { timeGoal, asynchronous }. */
function* measureMemory(task, plan, tools, progress) {
  const { clock, heap, calibration } = tools;
  if (heap.changesAtCollections) return { figures: null, reason: engine.lacks.memory };
  const { kind } = task.samples;
  const empty = (yield* calibration.reference(kind, task.form)).loop;
  const budgetNs = max(LEAST_NS, plan.timeGoal * 1e9 * TIME_SHARE);
  const slicer = createSlicer(task, plan, tools, progress);
  const startedNs = clock.nowNs();
  const spentNs = () => clock.nowNs() - startedNs;

  let leavesStack = false;
  if (kind !== 'sync') clock.nextTurn(() => { leavesStack = true; });
  const single = yield* slicer.slice(1);
  const hasOtherWork = leavesStack;
  const first = yield* growTo(single, budgetNs, () => spentNs() >= budgetNs / 2, task, slicer, heap);

  const { calls } = first;
  const slices = [first];
  const empties = [yield* sliceOf(empty, calls, heap)];
  // Even after an interruption: an interval needs six slices.
  const limitNs = () => (slices.length < FEWEST_MEMORY_SLICES ? LATE_FACTOR : 1) * budgetNs;
  while (slices.length < MOST_SLICES && !slicer.isFull && spentNs() < limitNs()) {
    slices[slices.length] = yield* slicer.slice(calls);
    const isTurnOfEmpty = slices.length % EMPTY_EVERY === 0 && empties.length < MOST_EMPTY;
    if (isTurnOfEmpty) empties[empties.length] = yield* sliceOf(empty, calls, heap);
    yield* slicer.turn();
  }
  const idle = hasOtherWork ? yield* idleBytesPerNs(budgetNs, tools) : 0;
  const kept = yield* keptBy({ slices, empties }, budgetNs, task, slicer, heap, progress);
  const peakBytes = yield* peakBy(first, slicer, heap, tools.live);
  return summarizeMemory({ slices, empties, idleBytesPerNs: idle, kept, peakBytes });
}

module.exports = { measureMemory };
