'use strict';

/*
 * Latencies, counted in buckets: each octave of time is cut into 64 of the same width, so that the middle of a bucket
 * is at most 1/128 (0.8 %) away from what fell into it, and 40 octaves, 1 ns to 18 minutes, take 20 kB however many
 * requests there are.
 */

const BUCKETS = 64;
const OCTAVES = 40;

const { floor, log2, min, max, ceil } = Math;

/** @returns {{ add: function(number), quantileNs: function(number): number|null }} */
function createLatencyHistogram() {
  const counts = new Float64Array(BUCKETS * OCTAVES);
  let total = 0;
  return {
    /** @param {number} ns latency of one request */
    add(ns) {
      // Where the logarithm has been rounded up to the next octave, the share below 1 leads back.
      const octave = floor(log2(ns));
      const index = octave * BUCKETS + floor((ns / 2 ** octave - 1) * BUCKETS);
      counts[min(max(0, index || 0), counts.length - 1)]++;
      total++;
    },

    /**
     * @param {number} share 0.5 for the median
     * @returns {number|null} the latency that this share of the requests does not exceed, null where there are none
     */
    quantileNs(share) {
      if (total === 0) return null;
      const rank = max(1, ceil(share * total));
      let index = 0;
      for (let seen = counts[0]; seen < rank; seen += counts[index]) index++;
      return 2 ** floor(index / BUCKETS) * (1 + (index % BUCKETS + 0.5) / BUCKETS);
    },
  };
}

module.exports = { createLatencyHistogram };
