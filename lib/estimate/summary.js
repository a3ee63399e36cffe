'use strict';

/* Summarizes one test in one process: the estimate per call with its interval, the totals, and warnings. */

const { diagnose, resolutionOf } = require('./diagnostics');
const { cpuNsPerCall } = require('./processor-time');
const { column, withInterrupted, sortOut } = require('./rounds');
const { estimateCall } = require('./time-per-call');
const { reduce } = require('../samples/round');
const { median } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { max, round: nearest } = Math;
const { isFinite } = Number;

const UNKNOWN_ALLOCATION = { bytesPerCall: null, callsPerCollection: null, share: null, keptShare: 0 };

/** Calls and time of the body over all rounds. An interrupted round counts with the usual time per call. */
function totalOf(rounds, disturbed, clockCostNs, referenceNs, centre) {
  const nsOf = ({ ns, calls }, i) => (
    disturbed[i] ? max(0, centre) * calls : ns - clockCostNs - referenceNs * calls);
  return {
    calls: reduce(rounds, (all, { calls }) => all + calls, 0),
    elapsedNs: max(0, reduce(rounds, (all, round, i) => all + nsOf(round, i), 0)),
  };
}

/** Returns the result as docs/results.md describes it. `samples` come from measure(). */
function summarize(samples, goal, wallclockNs) {
  const { rounds, clockCostNs, kind } = samples;
  const parts = sortOut(samples, goal);
  const { waits, disturbed, used } = parts;
  const allocation = samples.allocation || UNKNOWN_ALLOCATION;
  const estimate = estimateCall(used, withInterrupted(parts, rounds, goal), samples, allocation);
  const { centre, interval, cyclesPerCall, statistic } = estimate;
  const referenceNs = median(column(used, 'referenceNs'));

  const totals = totalOf(goal.count ? rounds : used, goal.count ? disturbed : [], clockCostNs, referenceNs, centre);
  if (goal.count && !samples.stopped) {
    // The calls of other passes count with the usual time.
    totals.elapsedNs += max(0, centre) * (goal.count - totals.calls);
    totals.calls = goal.count;
  }

  return {
    count: totals.calls,
    elapsed: totals.elapsedNs / 1e9,
    wallclock: wallclockNs / 1e9,
    nsPerCall: max(0, centre),
    nsLow: interval ? max(0, interval.low) : null,
    nsHigh: interval ? max(0, interval.high) : null,
    statistic,
    cyclesPerCall: isFinite(cyclesPerCall) && !waits ? max(0, cyclesPerCall) : null,
    cpuNsPerCall: cpuNsPerCall(samples, used, statistic),
    resolutionNs: resolutionOf(samples, used, interval).resolutionNs,
    overheadNs: referenceNs,
    kind,
    rounds: used.length,
    collections: {
      count: samples.allocation ? nearest(totals.calls / (allocation.callsPerCollection || Infinity)) : null,
      share: allocation.share,
      bytesPerCall: allocation.bytesPerCall,
    },
    warnings: diagnose({ samples, parts, goal, wallclockNs }, estimate, totals, referenceNs),
  };
}

module.exports = { summarize };
