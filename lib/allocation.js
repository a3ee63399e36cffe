'use strict';

const { median } = require('./stats/sample');

const { max } = Math;

// A scavenge frees some hundred kilobytes at the least; anything smaller is V8's own bookkeeping.
const COLLECTED_BYTES = 32768;

/**
 * What the rounds from index `from` on tell of the heap. A slice after which less of the heap is in
 * use than before held a collection; the others tell the bytes of one call. Slices should be short
 * enough for most of them to hold none.
 *
 * @param {Array<{ calls: number, ns: number, heapBytes: number }>} rounds
 * @param {number} [from]
 * @returns {{ bytesPerCall: number|null, callsPerCollection: number|null, share: number|null }}
 *   callsPerCollection null where none was seen; share of the time that collections took, 0..1, null
 *   where no slice was free of them
 */
function allocationOf(rounds, from = 0) {
  const freeBytes = [];
  const freeNs = [];
  let calls = 0;
  let ns = 0;
  let collections = 0;
  for (let i = from; i < rounds.length; i++) {
    const round = rounds[i];
    calls += round.calls;
    ns += round.ns;
    if (round.heapBytes < -COLLECTED_BYTES) {
      collections++;
    } else {
      freeBytes[freeBytes.length] = max(0, round.heapBytes) / round.calls;
      freeNs[freeNs.length] = round.ns / round.calls;
    }
  }
  const perCallNs = median(freeNs);
  let collectionNs = 0;
  for (let i = from; i < rounds.length; i++) {
    const round = rounds[i];
    if (round.heapBytes < -COLLECTED_BYTES) collectionNs += max(0, round.ns - perCallNs * round.calls);
  }
  return {
    bytesPerCall: freeBytes.length ? median(freeBytes) : null,
    callsPerCollection: collections ? calls / collections : null,
    share: freeNs.length && ns > 0 ? collectionNs / ns : null,
  };
}

module.exports = { allocationOf };
