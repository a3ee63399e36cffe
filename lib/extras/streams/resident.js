'use strict';

/*
 * Measures peak and mean of the resident memory during a run. Linux keeps a peak that can be reset at the start;
 * elsewhere the peak is the highest sample. (The peak of getrusage() starts at the peak of the parent process.)
 *
 * Chunks trigger samples, with a clock reading about every millisecond, because a pipeline whose streams all answer at
 * once never lets a timer run. A timer covers waiting streams only if samples give the peak: the kernel sets a timer
 * each time the process waits, which takes 2 % of the speed of a file's pass-through at 50 ms, and 4 % of the speed of
 * gzip at 10 ms.
 */

const { orNull } = require('../../base/host/fs-queries');
const { rss, resetPeak, peakKb } = require('../../base/host/process-probes');

const SAMPLE_NS = 10e6; // least time between two samples
const TIMES_COST = 500; // at most 1/500 of the time: a sample takes 20 to 50 us
const TIMER_MS = 50;
const LOOK_NS = 1e6; // time between two readings of the clock

const { floor, max } = Math; // captured at load: a contender may replace them

/** deps: for tests. end(): peakRssBytes and meanRssBytes are null if the system hides them. */
function createSampler({ nowNs, repeat }, deps = { rss, resetPeak, peakKb }) {
  let samples = 0;
  let highest = 0;
  let latest = 0;
  let latestNs = 0;
  let startedNs = 0;
  let areaBytesNs = 0;
  let costNs = 0; // of samples within the run, not of those at its ends
  let stop = null;
  let hasPeak = false;
  let isHidden = false; // as in a container without /proc
  let pauseNs = SAMPLE_NS;
  let every = 1;
  let left = 1;
  let lookedNs = 0;

  function sample(fromNs) {
    const bytes = isHidden ? null : orNull(deps.rss);
    isHidden = bytes === null;
    if (isHidden) return;
    // Linear between two samples.
    if (samples > 0) areaBytesNs += (bytes + latest) / 2 * (fromNs - latestNs);
    samples++;
    latest = bytes;
    latestNs = fromNs;
    highest = max(highest, bytes);
  }

  function look() {
    const now = nowNs();
    const sinceNs = now - lookedNs;
    if (sinceNs < LOOK_NS) every *= 2;
    else if (sinceNs > 4 * LOOK_NS) every = max(1, floor(every * LOOK_NS / sinceNs));
    lookedNs = now;
    left = every;
    if (now - latestNs < pauseNs) return;
    sample(now);
    const tookNs = nowNs() - now;
    costNs += tookNs;
    pauseNs = max(SAMPLE_NS, TIMES_COST * tookNs);
  }

  return {
    start() {
      // In a list, because resetPeak returns nothing.
      hasPeak = orNull(() => [deps.resetPeak()]) !== null;
      stop = hasPeak ? () => {} : repeat(look, TIMER_MS, false);
      startedNs = nowNs();
      lookedNs = startedNs;
      sample(startedNs);
    },
    chunk() {
      if (--left <= 0) look();
    },
    end() {
      stop();
      sample(nowNs());
      const spanNs = latestNs - startedNs;
      const peak = hasPeak ? orNull(deps.peakKb) * 1024 : 0;
      return {
        // The kernel updates its peak in batches of pages for each processor, so a sample can be above it.
        peakRssBytes: max(peak, highest) || null,
        meanRssBytes: samples === 0 ? null : spanNs > 0 ? areaBytesNs / spanNs : latest,
        isPeakExact: peak > 0,
        rssSamples: samples,
        samplerShare: spanNs > 0 ? costNs / spanNs : 0,
      };
    },
  };
}

module.exports = { createSampler };
