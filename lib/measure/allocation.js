'use strict';

/*
 * The allocation of a test and the time of its collections, from short slices. A slice after which less than half of
 * its allocation is left contained a collection; the other slices give the bytes of one call. A heap that changes only
 * at collections shows nothing else.
 */

const { holdsCollection, FEWEST_CALLS } = require('../samples/round');
const { median } = require('../stats/sample');

const { max, min, floor } = Math;

const NO_COLLECTIONS = { bytesPerCall: null, callsPerCollection: null, share: 0, keptShare: 0 };

// Enough to hide V8's bookkeeping, some hundred bytes per slice.
const TELLING_BYTES = 65536;

// Below half a byte a call, or some kilobytes a slice, it is that bookkeeping.
const ALLOCATES_BYTES = 0.5;
const BOOKKEEPING_BYTES = 4096;

// Short slices: an eighth of the young generation, so that most contain no collection. Its size is read for each,
// because it grows from 1 to 16 MB if objects survive.
const YOUNG_SHARE = 8;
const FEWEST_SLICES = 40;
const MOST_SLICES = 300;
const COLLECTIONS = 4;

// A single one may be due to earlier allocations: JavaScriptCore collects once in 8 to 16 MB.
const FEWEST_COLLECTIONS = 2;

/**
 * @param {object} options
 * @param {function(number): import('./run-steps').Steps} options.round runs a slice of so many calls, returns its round
 * @param {number} options.calls most calls of a slice, at least FEWEST_CALLS
 * @param {{ youngBytes: function, oldBytes: function, changesAtCollections: boolean }} options.heap
 * @param {function(): boolean} options.enough asked before each slice
 * @returns {object} see allocationOf
 */
function* observeAllocation({ round, calls: most, heap, enough }) {
  if (heap.changesAtCollections) return yield* observeCollections({ round, heap, enough }, most);
  // The median of three: a growing table, or a collection, affects at most one of them.
  function* usualBytes(calls) {
    const bytes = [];
    for (let i = 0; i < 3; i++) bytes[i] = (yield* round(calls)).heapBytes;
    return median(bytes);
  }
  const shortSlice = (bytes) => max(1, min(most, floor(heap.youngBytes() / YOUNG_SHARE / bytes)));

  let bytesPerCall = null;
  let mostBytes = 0;
  for (let calls = FEWEST_CALLS; !enough(); calls = min(most, calls * 4)) {
    const bytes = yield* usualBytes(calls);
    if (bytes < 0) break;
    bytesPerCall = bytes / calls;
    mostBytes = bytes;
    if (bytes > TELLING_BYTES || calls === most) break;
  }
  const allocates = bytesPerCall > ALLOCATES_BYTES && mostBytes > BOOKKEEPING_BYTES;
  if (allocates && !enough()) {
    // Once more with more calls: V8 counts large objects of the old generation in portions of 256 KB.
    const calls = shortSlice(bytesPerCall);
    const bytes = yield* usualBytes(calls);
    if (bytes > 0) bytesPerCall = bytes / calls;
  }
  if (!allocates) return allocationOf([], bytesPerCall, 0, Infinity);
  const { rounds, promotedBytes } =
    yield* collectingSlices({ round, heap, enough }, bytesPerCall, () => shortSlice(bytesPerCall));
  return allocationOf(rounds, bytesPerCall, promotedBytes, heap.youngBytes());
}

/** Slices until some have contained a collection: { rounds, promotedBytes, collections }. */
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

/** For a heap that changes only at collections. */
function* observeCollections(tools, calls) {
  const { rounds, collections } = yield* collectingSlices(tools, null, () => calls);
  if (collections < FEWEST_COLLECTIONS) return NO_COLLECTIONS;
  const { callsPerCollection, share } = collectionsIn(rounds, null);
  return { bytesPerCall: null, callsPerCollection, share, keptShare: 0 };
}

/**
 * @param {Array<{ calls: number, ns: number, heapBytes: number }>} rounds short slices
 * @param {number|null} bytesPerCall a first guess, to find the slices with a collection
 * @param {number} promotedBytes moved to the old generation meanwhile
 * @param {number} youngBytes size of the young generation, Infinity if the test does not allocate
 * @returns {{ bytesPerCall: number|null, callsPerCollection: number|null, share: number|null, keptShare: number }}
 *   bytesPerCall: null if no slice was short enough; callsPerCollection: null if the test does not allocate; share of
 *   the time, 0..1, in collections, null if none was seen; keptShare: share of the bytes that were promoted
 */
function allocationOf(rounds, bytesPerCall, promotedBytes, youngBytes) {
  if (bytesPerCall === null) return { bytesPerCall: null, callsPerCollection: null, share: null, keptShare: 0 };
  const { calls, freeBytes, callsPerCollection, share } = collectionsIn(rounds, bytesPerCall);
  const exactBytes = freeBytes.length ? median(freeBytes) : bytesPerCall;
  if (!(exactBytes > ALLOCATES_BYTES) || youngBytes === Infinity) {
    return { bytesPerCall: exactBytes, callsPerCollection: null, share: 0, keptShare: 0 };
  }
  return {
    bytesPerCall: exactBytes,
    callsPerCollection: callsPerCollection || youngBytes / exactBytes,
    share,
    keptShare: calls > 0 ? min(1, promotedBytes / (calls * exactBytes)) : 0,
  };
}

/**
 * @returns {{ calls: number, freeBytes: number[], callsPerCollection: number|null, share: number|null }} freeBytes: per
 *   call, in each round without a collection; the last two are null if no round had one, share also if all had
 */
function collectionsIn(rounds, bytesPerCall) {
  const freeBytes = [];
  const freeNs = [];
  const collected = [];
  let calls = 0;
  let ns = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    calls += round.calls;
    ns += round.ns;
    if (holdsCollection(round, bytesPerCall)) {
      collected[collected.length] = round;
    } else {
      freeBytes[freeBytes.length] = round.heapBytes / round.calls;
      freeNs[freeNs.length] = round.ns / round.calls;
    }
  }
  if (collected.length === 0) return { calls, freeBytes, callsPerCollection: null, share: null };
  const usualNs = median(freeNs);
  let collectionNs = 0;
  for (let i = 0; i < collected.length; i++) {
    collectionNs += max(0, collected[i].ns - usualNs * collected[i].calls) || 0;
  }
  // A coarse clock may show no time at all.
  const share = freeNs.length && ns > 0 ? collectionNs / ns : null;
  return { calls, freeBytes, callsPerCollection: calls / collected.length, share };
}

module.exports = { observeAllocation, allocationOf };
