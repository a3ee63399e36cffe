'use strict';

/* Measures allocation in short slices. If the heap grows by less than half of it, the slice held a collection. */

const { filter: filtered, map: mapped, holdsCollection, sum, FEWEST_CALLS } = require('../samples/round');
const { median } = require('../../base/stats/sample');

const { max, min, floor } = Math;

/** share: of the time; keptShare: share of the bytes that were promoted. null: unknown, or no collection was seen */
const NO_COLLECTIONS = { bytesPerCall: null, callsPerCollection: null, share: 0, keptShare: 0 };

// V8's bookkeeping takes some hundred bytes per slice, which hides smaller allocations.
const CLEAR_BYTES = 65536;
const ALLOCATES_BYTES = 0.5;
const BOOKKEEPING_BYTES = 4096;

// So that most slices contain no collection. The young generation grows from 1 to 16 MB if objects survive.
const YOUNG_SHARE = 8;
const FEWEST_SLICES = 40;
const MOST_SLICES = 300;
const COLLECTIONS = 4;

const FEWEST_COLLECTIONS = 2; // earlier allocations can cause one collection: JavaScriptCore collects every 8 to 16 MB

/** round(calls): runs a slice; calls: maximum per slice; enough(): whether to stop */
function* observeAllocation(tools) {
  const { round, calls: most, heap, enough } = tools;
  if (heap.changesAtCollections) return yield* observeCollections(tools);
  // Median of three: a growing table or a collection affects at most one.
  function* usualBytes(calls) {
    const bytes = [];
    for (let i = 0; i < 3; i++) bytes[i] = (yield* round(calls)).heapBytes;
    return median(bytes);
  }
  const shortSlice = (bytes) => max(1, min(most, floor(heap.youngBytes() / YOUNG_SHARE / bytes)));

  let bytesPerCall = null;
  let mostBytes = 0;
  for (let calls = min(FEWEST_CALLS, most); !enough(); calls = min(most, calls * 4)) {
    const bytes = yield* usualBytes(calls);
    if (bytes < 0) break;
    bytesPerCall = bytes / calls;
    mostBytes = bytes;
    if (bytes > CLEAR_BYTES || calls === most) break;
  }
  if (!(bytesPerCall > ALLOCATES_BYTES && mostBytes > BOOKKEEPING_BYTES)) {
    return { ...NO_COLLECTIONS, bytesPerCall, share: bytesPerCall === null ? null : 0 };
  }
  if (!enough()) {
    // V8 counts large objects of the old generation in portions of 256 KB: more calls reduce the error.
    const calls = shortSlice(bytesPerCall);
    const bytes = yield* usualBytes(calls);
    if (bytes > 0) bytesPerCall = bytes / calls;
  }
  const { rounds, promotedBytes } = yield* collectingSlices(tools, bytesPerCall, () => shortSlice(bytesPerCall));
  return estimateAllocation(rounds, bytesPerCall, promotedBytes, heap.youngBytes());
}

function* collectingSlices({ round, heap, enough }, bytesPerCall, callsOf) {
  const rounds = [];
  let promotedBytes = 0;
  let collections = 0;
  while (rounds.length < MOST_SLICES && !enough()) {
    if (rounds.length >= FEWEST_SLICES && collections >= COLLECTIONS) break;
    const oldBytes = heap.oldBytes();
    const done = yield* round(callsOf());
    promotedBytes += max(0, heap.oldBytes() - oldBytes);
    if (holdsCollection(done, bytesPerCall)) collections++;
    rounds[rounds.length] = done;
  }
  return { rounds, promotedBytes, collections };
}

function* observeCollections(tools) {
  const { rounds, collections } = yield* collectingSlices(tools, null, () => tools.calls);
  if (collections < FEWEST_COLLECTIONS) return NO_COLLECTIONS;
  const { callsPerCollection, share } = collectionsIn(rounds, null);
  return { ...NO_COLLECTIONS, callsPerCollection, share };
}

/** bytesPerCall: first guess, to find the slices with a collection; youngBytes: size of the young generation */
function estimateAllocation(rounds, bytesPerCall, promotedBytes, youngBytes) {
  const { calls, freeBytes, callsPerCollection, share } = collectionsIn(rounds, bytesPerCall);
  const exactBytes = freeBytes.length ? median(freeBytes) : bytesPerCall;
  if (!(exactBytes > ALLOCATES_BYTES)) return { ...NO_COLLECTIONS, bytesPerCall: exactBytes };
  return {
    bytesPerCall: exactBytes,
    callsPerCollection: callsPerCollection || youngBytes / exactBytes,
    share,
    keptShare: calls > 0 ? min(1, promotedBytes / (calls * exactBytes)) : 0,
  };
}

/** freeBytes: bytes per call of each round without a collection. share is also null if all rounds had one. */
function collectionsIn(rounds, bytesPerCall) {
  const collected = filtered(rounds, (round) => holdsCollection(round, bytesPerCall));
  const free = filtered(rounds, (round) => !holdsCollection(round, bytesPerCall));
  const freeBytes = mapped(free, ({ heapBytes, calls }) => heapBytes / calls);
  const calls = sum(rounds, (round) => round.calls);
  if (collected.length === 0) return { calls, freeBytes, callsPerCollection: null, share: null };
  const usualNs = median(mapped(free, (round) => round.ns / round.calls));
  const ns = sum(rounds, (round) => round.ns);
  const collectionNs = sum(collected, (round) => max(0, round.ns - usualNs * round.calls) || 0);
  const share = free.length && ns > 0 ? collectionNs / ns : null;
  return { calls, freeBytes, callsPerCollection: calls / collected.length, share };
}

module.exports = { observeAllocation, estimateAllocation };
