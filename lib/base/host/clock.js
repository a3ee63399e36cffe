'use strict';

/*
 * The only module that reads time. Measuring code gets a clock as an argument, so that tests can replace it.
 * steadyNs() is the first clock for longer times; steps of the second clock replace its jumps. repeat() and after()
 * return functions that cancel.
 */

const { readings, clockWords, nextTurn } = require('#engine');

// Captured at load: a test may replace or fake them.
const startInterval = setInterval;
const stopInterval = clearInterval;
const startTimer = setTimeout;
const stopTimer = clearTimeout;

const WALL_SLACK_NS = 2e6; // the second clock has a resolution of 1 ms, and is read a moment later
const LONGEST_MS = 2 ** 31 - 1; // longer delays overflow: the timer fires at once
const CPU_READINGS = 200;
const PROBE_RUNS = 40;
const MOST_READINGS = 4e6; // limit for the case that the second clock is faked, too

const { max, min } = Math;

/**
 * costNs: mean of the quietest of 40 runs of 200 readings (1 ms in all; the first runs are interpreted and four times
 * as slow), or of all runs if that is less: the steps of a coarse clock fall into few runs. grainNs: smallest step
 * between two readings; on a clock finer than its cost it is that cost. Throws if the clock does not advance within
 * 50 ms of the second clock, or in 4e6 readings if neither does.
 */
function probe(clock) {
  const startedMs = clock.wallMs();
  const startedNs = clock.nowNs();
  let readings = 0;
  let latest = startedNs;
  let costNs = Infinity;
  let grainNs = Infinity;
  for (let run = 0; run < PROBE_RUNS || costNs === Infinity; run++) {
    const first = clock.nowNs();
    let previous = first;
    for (let i = 0; i < 200; i++) {
      const next = clock.nowNs();
      if (next > previous && next - previous < grainNs) grainNs = next - previous;
      previous = next;
    }
    readings += 201;
    if (previous > first) costNs = min(costNs, (previous - first) / 200);
    latest = previous;
    const waitedMs = clock.wallMs() - startedMs;
    if (costNs === Infinity && (waitedMs > 50 || !(waitedMs > 0 || readings < MOST_READINGS))) {
      throw new Error(`the clock did not advance in ${waitedMs > 50 ? `${waitedMs} ms` : `${readings} readings`}: ` +
        `${clockWords}. Load qtimeit before a library that fakes timers`);
    }
  }
  const isCoarse = grainNs > 100 * costNs; // if the quietest run has one step, the length of the step is not the cost
  if (isCoarse && latest > startedNs) costNs = min(costNs, (latest - startedNs) / readings);
  return { costNs, grainNs };
}

/** Processor time of one reading of cpuNs: 0.5 microseconds, 2 % of a short slice. */
function cpuCostOf(clock) {
  const first = clock.cpuNs();
  for (let i = 1; i < CPU_READINGS; i++) clock.cpuNs();
  return (clock.cpuNs() - first) / CPU_READINGS;
}

/** Probes cost and grain once, at first use. `source` may lack preemptions, pageFaults, queuedNs and threadNs. */
function createClock(source = readings) {
  let known = null;
  let cpuCost = null;
  let latestNs = -Infinity;
  const properties = () => known || (known = probe(source));
  let steady = null;

  function steadyNs() {
    const nowNs = source.nowNs();
    const nowMs = source.wallMs();
    if (!steady) steady = { ns: nowNs, atNs: nowNs, atMs: nowMs, isWallAlive: false };
    const stepNs = nowNs - steady.atNs;
    const wallNs = (nowMs - steady.atMs) * 1e6;
    if (wallNs > 0) steady.isWallAlive = true;
    const isOff = stepNs < 0 || (steady.isWallAlive && stepNs > wallNs + WALL_SLACK_NS);
    steady.ns += isOff ? max(0, wallNs) : stepNs;
    steady.atNs = nowNs;
    steady.atMs = nowMs;
    return steady.ns;
  }
  return {
    nowNs: source.nowNs,
    steadyNs,
    cpuNs: source.cpuNs,
    preemptions: source.preemptions || (() => NaN),
    pageFaults: source.pageFaults || (() => 0),
    queuedNs: source.queuedNs || (() => NaN),
    threadNs: source.threadNs || (() => NaN),
    wallMs: source.wallMs,
    nextTurn,
    repeat(action, ms, keepsAlive = true) {
      const interval = startInterval(action, ms);
      // In a page the interval is a number.
      if (!keepsAlive && interval.unref) interval.unref();
      return () => stopInterval(interval);
    },
    after(action, ms) {
      const timer = startTimer(action, min(ms, LONGEST_MS));
      return () => stopTimer(timer);
    },
    costNs: () => properties().costNs,
    grainNs: () => properties().grainNs,
    cpuCostNs: () => (cpuCost === null ? (cpuCost = cpuCostOf(source)) : cpuCost),

    /** Seconds since an arbitrary start; never decreases. */
    fptime() {
      const now = source.nowNs();
      if (now > latestNs) latestNs = now;
      return latestNs / 1e9;
    },
  };
}

module.exports = { createClock };
