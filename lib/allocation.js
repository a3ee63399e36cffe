'use strict';

/*
 * How much a test allocates and what the collections take, from short slices: a slice after which less
 * than half of what it allocated is there held a collection, the others tell the bytes of one call.
 */

const { median } = require('./stats/sample');

const { max, min, floor } = Math;

// Enough for V8's own bookkeeping (some hundred bytes a slice) to be lost in it.
const TELLING_BYTES = 65536;

// Short slices: an eighth of the young generation, so that most hold no collection, and 40 of them
// hold five.
const YOUNG_SHARE = 8;
const SLICES = 40;

/**
 * Plans slices that show the allocation of a test.
 *
 * @param {object} options
 * @param {function(number): Iterator} options.round runs a slice of so many calls, returns its round
 * @param {number} options.calls most calls that a slice may have
 * @param {function(): number} options.youngBytes room of the young generation
 * @param {function(): boolean} options.enough asked before each slice
 * @returns {{ rounds: Array, bytesPerCall: number|null }} rounds: slices of equal length
 */
function* allocationRounds({ round, calls: most, youngBytes, enough }) {
  let bytesPerCall = null;
  for (let calls = 16; calls <= most && !enough(); calls *= 4) {
    const { heapBytes } = yield* round(calls);
    if (heapBytes < 0) continue;
    bytesPerCall = heapBytes / calls;
    if (heapBytes > TELLING_BYTES) break;
  }
  const rounds = [];
  if (!(bytesPerCall > 0.5)) return { rounds, bytesPerCall };
  const calls = max(1, min(most, floor(youngBytes() / YOUNG_SHARE / bytesPerCall)));
  while (rounds.length < SLICES && !enough()) rounds[rounds.length] = yield* round(calls);
  return { rounds, bytesPerCall };
}

/**
 * @param {Array<{ calls: number, ns: number, heapBytes: number }>} rounds short slices of equal length
 * @param {number|null} bytesPerCall a first guess, which tells the slices with a collection
 * @returns {{ bytesPerCall: number|null, callsPerCollection: number|null, share: number }}
 *   callsPerCollection: null where none was seen; share: of the time, 0..1, that collections took
 */
function allocationOf(rounds, bytesPerCall) {
  const freeBytes = [];
  const freeNs = [];
  const collected = [];
  let calls = 0;
  let ns = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    calls += round.calls;
    ns += round.ns;
    if (round.heapBytes < bytesPerCall * round.calls / 2) {
      collected[collected.length] = round;
    } else {
      freeBytes[freeBytes.length] = round.heapBytes / round.calls;
      freeNs[freeNs.length] = round.ns / round.calls;
    }
  }
  const usualNs = median(freeNs);
  let collectionNs = 0;
  for (let i = 0; i < collected.length; i++) {
    collectionNs += max(0, collected[i].ns - usualNs * collected[i].calls) || 0;
  }
  return {
    bytesPerCall: freeBytes.length ? median(freeBytes) : bytesPerCall,
    callsPerCollection: collected.length ? calls / collected.length : null,
    share: ns > 0 ? collectionNs / ns : 0,
  };
}

module.exports = { allocationRounds, allocationOf };
