'use strict';

/*
 * What a test allocates: a pass of its own after the timing. Slices of some hundred kilobytes, in each of which the
 * bytes in use at its start and end, and those that collections gave back in between, tell what was allocated, to the
 * byte; beside them slices of the empty loop, with as many calls, whose bytes are taken off: those of the promises of
 * an awaiting loop, and of the readings themselves.
 */

const { FEWEST_SLICES, UNSURE_SHARE, keptNoiseBytes, memoryOf } = require('./memory-summary');
const { createTurn, pause } = require('./run-steps');

const { max, min, ceil, floor, abs } = Math;

// Of the time of a test; and for short calls at least, for some slices.
const TIME_SHARE = 1 / 8;
const LEAST_NS = 1.2e7;
const LATE_FACTOR = 3;

// A quarter of the young generation, so that most slices hold no collection: only these tell of buffers, whose bytes
// are given back some time after a collection. Buffer.allocUnsafe takes 8 KB at a time, which are to be lost in a
// slice.
const YOUNG_SHARE = 4;
const LEAST_BYTES = 2 ** 18;
const MOST_BYTES = 2 ** 20;

// Of calls that allocate so much each is a slice: the ends of the pages that it fills can be told then.
const LARGE_BYTES = 8192;

const MOST_SLICES = 1000;
const GROWTH = 8;
const PROBES = 3;
const SLICE_SHARE = 1 / 24;

// Slices of the empty loop: each so many slices, and so many in all.
const EMPTY_EVERY = 4;
const MOST_EMPTY = 25;

// A test that keeps all that it allocates is about to end the process; its timing stops at 0.8.
const HEAP_SHARE = 0.9;

// How much the rest of the process allocates is seen in a pause, as a share of the pass.
const IDLE_SHARE = 1 / 10;

// Full collections take about this long for each byte in use; those before and after some calls are to fit into twice
// the time of the pass, or into this.
const COLLECTION_NS_PER_BYTE = 1;
const COLLECTIONS_NS = 1e8;

// Of the time of the pass, for the calls between the two.
const KEPT_SHARE = 1 / 2;

/** One slice: what it allocated, and the collections in it. */
function* sliceOf(loop, calls, heap) {
  if (loop.prepare) yield [{ run: loop.prepare }, calls];
  heap.watch();
  const before = heap.inUse();
  const ns = yield [loop, calls];
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
  return { calls, ns, heapBytes, externalBytes, collections, usedBytes: after.heapBytes };
}

/**
 * Slices of the test: { limitBytes, isFull, slice(calls), turn() }. isFull: the next one could be too much for the
 * heap; turn(): lets the event loop turn, where it is time for that.
 */
function createSlicer(task, plan, { clock, heap }, progress) {
  const loops = task.loops();
  let taken = 0;
  let collected = true;
  const slicer = { limitBytes: heap.limitBytes() * HEAP_SHARE, isFull: false, slice, turn: createTurn(plan, clock) };

  function* slice(calls) {
    if (collected) heap.settle();
    progress.slice = calls;
    const done = yield* sliceOf(loops[taken++ % loops.length], calls, heap);
    progress.calls += calls;
    collected = done.collections.length > 0;
    if (done.usedBytes + 2 * max(0, done.heapBytes) > slicer.limitBytes) slicer.isFull = true;
    return done;
  }

  return slicer;
}

/**
 * From a slice of one call on, until one has as many calls as it ought to.
 *
 * @param {function(): boolean} isHalfOver whether half of the time is over
 */
function* growTo(first, budgetNs, isHalfOver, task, slicer, heap) {
  const targetBytes = max(LEAST_BYTES, min(MOST_BYTES, heap.youngBytes() / YOUNG_SHARE));
  let latest = first;
  for (;;) {
    const { calls } = latest;
    const mostCalls = min(task.mostCalls(), GROWTH * calls);
    let ns = Infinity;
    let bytes = Infinity;
    let room = 0;
    // The least of some: an interruption, a pool that is filled up, or buffers given back are not the test's usual.
    for (let i = 0; i < PROBES && room < 2 * calls && !slicer.isFull && (i === 0 || !isHalfOver()); i++) {
      const seen = i === 0 ? latest : yield* slicer.slice(calls);
      ns = min(ns, max(1, seen.ns));
      bytes = min(bytes, max(1, abs(seen.heapBytes) + abs(seen.externalBytes)));
      const isLarge = bytes >= LARGE_BYTES * calls;
      room = isLarge ? 0 : min(mostCalls, calls * targetBytes / bytes, calls * budgetNs * SLICE_SHARE / ns);
    }
    // The first reading can be an odd one.
    if (room === 0 && calls > 1) latest = yield* slicer.slice(1);
    if (room < 2 * calls || slicer.isFull) return latest;
    latest = yield* slicer.slice(floor(room));
    yield* slicer.turn();
  }
}

/** Bytes that are left of some calls after full collections, null where these would take too long. */
function* keptBy({ slices, empties }, budgetNs, task, slicer, heap) {
  const first = slices[0];
  const { calls } = first;
  const { usedBytes } = slices[slices.length - 1];
  const perCallBytes = max(0, first.heapBytes - empties[0].heapBytes) / calls;
  const grossBytes = max(1, first.heapBytes / calls);
  if (slicer.isFull || 2 * usedBytes * COLLECTION_NS_PER_BYTE > max(COLLECTIONS_NS, 2 * budgetNs)) return null;
  const roomForCalls = (slicer.limitBytes - usedBytes) / 2 / grossBytes;
  const enough = 4 * keptNoiseBytes(perCallBytes) / max(1, UNSURE_SHARE * perCallBytes);
  // A list of inputs that grows would be taken for what the test keeps.
  const wanted = task.form.each ? calls : max(calls, min(enough, budgetNs * KEPT_SHARE * calls / max(1, first.ns)));
  const most = min(task.mostCalls(), ceil(wanted), roomForCalls);
  if (most < 1 || !heap.collectAll()) return null;
  const before = heap.inUse();
  const done = yield* slicer.slice(floor(most));
  if (!heap.collectAll()) return null;
  const after = heap.inUse();
  return { bytes: after.heapBytes - before.heapBytes + after.externalBytes - before.externalBytes, calls: done.calls };
}

/** What the rest of the process allocates, in a pause. */
function* idleBytesPerNs(budgetNs, { clock, heap }) {
  const begunNs = clock.nowNs();
  const rest = pause((done) => clock.after(done, ceil(budgetNs * IDLE_SHARE / 1e6)));
  const idle = yield* sliceOf(rest, 1, heap);
  return max(0, idle.heapBytes + idle.externalBytes) / max(1, clock.nowNs() - begunNs);
}

/**
 * @param {object} task see task.js, measured
 * @param {object} plan { timeGoal (seconds), asynchronous (whether to leave the stack now and then), inline }
 * @param {{ clock, heap, calibration }} tools heap with inUse, watch, watched, settle and collectAll
 * @param {{ calls: number, slice: number }} progress kept up to date
 * @returns {import('./run-steps').Steps} what they return: {{ figures: object, reason: string|null }} see
 *   memory-summary.js
 */
function* memoryPass(task, plan, tools, progress) {
  const { clock, heap, calibration } = tools;
  const { kind } = task.samples;
  const empty = (yield* calibration.reference(kind, task.form)).loop;
  const budgetNs = max(LEAST_NS, plan.timeGoal * 1e9 * TIME_SHARE);
  const slicer = createSlicer(task, plan, tools, progress);
  const startedNs = clock.nowNs();
  const spentNs = () => clock.nowNs() - startedNs;

  // A test that waits is one that lets others run.
  let leavesStack = false;
  if (kind !== 'sync') clock.nextTurn(() => { leavesStack = true; });
  const single = yield* slicer.slice(1);
  const letsOthers = leavesStack;
  const first = yield* growTo(single, budgetNs, () => spentNs() >= budgetNs / 2, task, slicer, heap);

  const { calls } = first;
  const slices = [first];
  const empties = [yield* sliceOf(empty, calls, heap)];
  // An interruption can take the whole time; six slices make an interval.
  const limitNs = () => (slices.length < FEWEST_SLICES ? LATE_FACTOR : 1) * budgetNs;
  while (slices.length < MOST_SLICES && !slicer.isFull && spentNs() < limitNs()) {
    slices[slices.length] = yield* slicer.slice(calls);
    const isTurnOfEmpty = slices.length % EMPTY_EVERY === 0 && empties.length < MOST_EMPTY;
    if (isTurnOfEmpty) empties[empties.length] = yield* sliceOf(empty, calls, heap);
    yield* slicer.turn();
  }
  const idle = letsOthers ? yield* idleBytesPerNs(budgetNs, tools) : 0;
  const kept = yield* keptBy({ slices, empties }, budgetNs, task, slicer, heap);
  return memoryOf({ slices, empties, idleBytesPerNs: idle, kept });
}

module.exports = { memoryPass };
