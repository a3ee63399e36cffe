'use strict';

/* Computes the allocation per call from the slices of a memory pass, and whether it is reliable. Pure functions. */

const { filter: filtered, map: mapped } = require('../samples/round');
const { mean, meanInterval, median, medianInterval, quantileSorted, toSorted } = require('../../base/stats/sample');

const { max, min, abs } = Math;

const FEWEST_MEMORY_SLICES = 6; // for an interval

// V8's bookkeeping: figures under twenty times that have an error above 5 %, and less than LEAST_BYTES counts as none.
const BOOKKEEPING_BYTES = 256;
const UNSURE_SHARE = 0.05;
const LEAST_BYTES = 0.5;

const OFTEN = 0.1; // share of the slices. Fewer outliers have causes such as a growing table.

const PAGE_BYTES = 2 ** 18; // of V8's young generation. Objects larger than half a page have separate pages.
const LOW_SHARE = 0.1;
const ALIKE_SHARE = 0.25;

// Variation between full collections: V8's code and type feedback, and the ends of pages with large objects.
const KEPT_NOISE_BYTES = 2 ** 17;
const KEPT_NOISE_CALLS = 8;
const KEPT_DOUBT = 4;
const FEWEST_COLLECTIONS = 4;

/** A slice that frees buffers would show less than it allocates. */
const isFree = ({ collections, externalBytes }) => collections.length === 0 && externalBytes >= 0;

function chosenSlices(slices) {
  const usesBuffers = filtered(slices, ({ externalBytes }) => abs(externalBytes) >= 1).length > 0;
  const free = usesBuffers ? filtered(slices, isFree) : slices;
  return { chosen: free.length ? free : slices, isLost: free.length === 0 };
}

const medianOf = (slices, field) => median(mapped(slices, (one) => one[field]));

/** For slices of one call. V8 counts the unused ends of pages as allocated: three arrays of 80 KB take 256 KB. */
function withoutPageEnds(heapBytes) {
  const low = quantileSorted(toSorted(heapBytes), LOW_SHARE);
  const isAlike = (bytes) => abs(bytes - low) <= BOOKKEEPING_BYTES;
  const alike = filtered(heapBytes, isAlike);
  const explained = low * PAGE_BYTES / (PAGE_BYTES - min(low, PAGE_BYTES / 2));
  if (!(alike.length > ALIKE_SHARE * heapBytes.length) || mean(heapBytes) > explained) return heapBytes;
  const usual = median(alike);
  return mapped(heapBytes, (bytes) => (isAlike(bytes) ? bytes : usual));
}

function collectionsOf(slices, bytesPerCall) {
  const counts = { young: 0, old: 0, other: 0 };
  let collectionNs = 0;
  let ns = 0;
  let calls = 0;
  for (let i = 0; i < slices.length; i++) {
    const { collections } = slices[i];
    ns += slices[i].ns;
    calls += slices[i].calls;
    for (let k = 0; k < collections.length; k++) {
      counts[collections[k].kind]++;
      collectionNs += collections[k].ns;
    }
  }
  const { young, old } = counts;
  const count = young + old;
  const isKnown = count >= FEWEST_COLLECTIONS || bytesPerCall === 0;
  return {
    count, young, old, seconds: collectionNs / 1e9,
    share: isKnown && ns > 0 ? min(1, collectionNs / ns) : null,
    callsPerCollection: count > 0 ? calls / count : null,
  };
}

const keptNoiseBytes = (bytesPerCall) => max(KEPT_NOISE_BYTES, KEPT_NOISE_CALLS * bytesPerCall);

/** Bytes per call that stay in use; null if they cannot be distinguished from V8's own. */
function keptOf(kept, bytesPerCall) {
  if (!kept) return null;
  const noiseBytes = keptNoiseBytes(bytesPerCall);
  // A small share of the allocation that is little above the noise may be noise.
  const doubt = UNSURE_SHARE * bytesPerCall * kept.calls;
  const leastBytes = max(noiseBytes, LEAST_BYTES * kept.calls, min(doubt, KEPT_DOUBT * noiseBytes));
  if (kept.bytes > leastBytes) return kept.bytes / kept.calls;
  return noiseBytes / kept.calls <= max(1, UNSURE_SHARE * bytesPerCall) ? 0 : null;
}

/**
 * @param {object} seen { slices, empties (slices of the empty loop), idleBytesPerNs (allocation of the rest of the
 *   process), kept ({ bytes, calls } or null), peakBytes (of a call, or null) }; slices: { calls (the same in all), ns,
 *   heapBytes, externalBytes (allocated), collections }
 * @returns {{ figures: object, reason: string|null }} figures: a row's `memory`; reason: why they are unreliable,
 *   'few-calls', 'spread', 'other-work' or null
 */
function summarizeMemory({ slices, empties, idleBytesPerNs, kept, peakBytes }) {
  const { calls } = slices[0];
  const { chosen, isLost } = chosenSlices(slices);
  const perCall = (field) => {
    const emptyBytes = medianOf(empties, field);
    return mapped(chosen, (one) => (one[field] - emptyBytes) / calls);
  };
  const externals = perCall('externalBytes');
  let heaps = perCall('heapBytes');
  if (calls === 1) heaps = withoutPageEnds(heaps);
  const totals = [];
  for (let i = 0; i < chosen.length; i++) totals[i] = heaps[i] + externals[i];
  let total = median(totals);
  let interval = totals.length >= FEWEST_MEMORY_SLICES ? medianInterval(totals) : null;
  let external = median(externals);
  const outliers = filtered(totals, (bytes) => abs(bytes - total) > max(LEAST_BYTES, UNSURE_SHARE * total));
  if (interval !== null && outliers.length > OFTEN * totals.length) {
    // In some slices V8 takes portions, such as 256 KB of the old generation, so that all slices are valid.
    total = mean(totals);
    external = mean(externals);
    interval = meanInterval(totals);
  }
  // Buffers that are freed within a call do not count: less than was in use at once is wrong.
  const isPartial = peakBytes !== null && peakBytes > total * (1 + UNSURE_SHARE) + KEPT_NOISE_BYTES;
  if (isPartial) {
    external = max(external, peakBytes - median(heaps));
    total = peakBytes;
    interval = null;
  }
  const isNone = total < LEAST_BYTES && total * calls < BOOKKEEPING_BYTES / UNSURE_SHARE;
  const bytesPerCall = isNone ? 0 : max(0, total);
  const externalBytesPerCall = min(bytesPerCall, max(0, external));

  const matters = (bytes) => abs(bytes) > max(LEAST_BYTES, UNSURE_SHARE * bytesPerCall);
  const isWide = interval !== null && matters((interval.high - interval.low) / 2);
  let reason = null;
  if (isPartial) reason = 'spread';
  else if (matters(idleBytesPerNs * medianOf(slices, 'ns') / calls)) reason = 'other-work';
  else if (totals.length < FEWEST_MEMORY_SLICES || matters(BOOKKEEPING_BYTES / calls)) reason = 'few-calls';
  else if (isLost || matters(mean(totals) - total) || isWide) reason = 'spread';

  return {
    figures: {
      bytesPerCall,
      bytesLow: interval && (isNone ? 0 : max(0, interval.low)),
      bytesHigh: interval && (isNone ? 0 : max(0, interval.high)),
      heapBytesPerCall: bytesPerCall - externalBytesPerCall,
      externalBytesPerCall,
      keptBytesPerCall: keptOf(kept, bytesPerCall),
      peakBytes,
      calls: calls * slices.length,
      collections: collectionsOf(slices, bytesPerCall),
    },
    reason,
  };
}

module.exports = { summarizeMemory, FEWEST_MEMORY_SLICES, UNSURE_SHARE, keptNoiseBytes };
