'use strict';

/* How many calls a process makes whose instructions are counted: at first by the time of a call, then by its count. */

const { max, min, round } = Math;

// Four a nanosecond (3 GHz), and the turn of the loop around them: only where to begin.
const PER_NS = 4;
const PER_TURN = { sync: 8, callback: 13, promise: 700, stream: 0, file: 0 };
const PER_INPUT = 200;

// Instructions that the process with the most calls has more than that with the fewest: half a second of valgrind's,
// and ten thousand times what equal processes are apart. With twice as many an error is a tenth of what is asked for.
// And before these, until V8 has done what it will.
const COUNTED = 3e8;
const WARM_UP = 1e8;
const MOST_WARM_UP_CALLS = 2e6;

// Of collections there are whole ones alone. One of the young objects comes after 16 MB and can cost a hundredth of
// COUNTED: an awaited function was 0.78 % apart in two counts with four of them, and 0.18 % with sixteen.
const COUNTED_BYTES = 16 * 2 ** 24;
const MOST_COUNTED = 4 * COUNTED;
const LEAST_BYTES = 4;

// A run of a stream is timed in a process of its own: some ms of it are code that V8 has yet to compile, and what it
// takes warm is known to a factor. It compiles what streams are made of for the first 3e8 instructions.
const COLD_NS = 5e6;
const COLD_TIMES = 5;
const WARM_UP_OF_STREAMS = 3e8;
const LEAST_WARM_UP_RUNS = 3;

// What waits does so as long as ever.
const MOST_WAITING_NS = 5e9;

const MOST_CALLS = 2 ** 28;
const MOST_TIMES = 16;
const LEAST_TIMES = 1.5;

// Where it is to make more calls, a process is not to execute more: 12 s of valgrind's. Not a time: that of a busy
// machine would say how exact a count is.
const MOST_EXECUTED = 6e9;

const clamped = (value, most) => max(1, min(most, round(value)));

/** Calls that are collected often enough; less than this of a call is V8's own. */
const collectedCalls = (bytesPerCall, perCall) => (
  bytesPerCall >= LEAST_BYTES ? min(COUNTED_BYTES / bytesPerCall, MOST_COUNTED / perCall) : 0
);

const mostWaiting = (nsPerCall) => (nsPerCall > 0 ? MOST_WAITING_NS / nsPerCall : MOST_CALLS);

/**
 * How many calls to begin with.
 *
 * @param {object} known of the test: { kind, nsPerCall, cpuNsPerCall, bytesPerCall, ownLoop }
 */
function firstPlan({ kind, nsPerCall, cpuNsPerCall = null, bytesPerCall = null, ownLoop = null }) {
  const isStream = kind === 'stream';
  const timedNs = cpuNsPerCall === null ? nsPerCall : min(nsPerCall, cpuNsPerCall);
  const busyNs = isStream ? max(timedNs / COLD_TIMES, timedNs - COLD_NS) : timedNs;
  const perTurn = PER_TURN[kind] === undefined ? PER_TURN.sync : PER_TURN[kind];
  const perCall = max(0, busyNs) * PER_NS + perTurn + (ownLoop === null ? 0 : PER_INPUT);
  const waiting = mostWaiting(nsPerCall);
  const counted = max(COUNTED / perCall, collectedCalls(bytesPerCall, perCall));
  return {
    calls: clamped(min(counted / 2, waiting), MOST_CALLS / 2),
    warmUp: isStream ? max(LEAST_WARM_UP_RUNS, clamped(min(WARM_UP_OF_STREAMS / perCall, waiting), MOST_WARM_UP_CALLS))
      : clamped(min(WARM_UP / perCall, waiting), MOST_WARM_UP_CALLS),
    ns: nsPerCall,
  };
}

/**
 * How many calls to go on with, where so many have not told enough.
 *
 * @param {{ calls: number, warmUp: number, ns: number }} plan
 * @param {{ perCall: number, bytesPerCall: number, isBending: boolean, tooWide: number }} found instructions and bytes
 *   of a call; isBending: of a slope, see slope.js; tooWide: how many times the error is what it should be at most, 0
 *   where it is no more
 * @returns {object|null} null where these would hardly be more
 */
function nextPlan(plan, { perCall, bytesPerCall, isBending, tooWide }) {
  const most = min(MOST_CALLS, MOST_EXECUTED / perCall, 4 * mostWaiting(plan.ns));
  const collected = collectedCalls(bytesPerCall, perCall) / (2 * plan.calls);
  const times = min(max(collected, LEAST_TIMES * tooWide), MOST_TIMES, most / (2 * plan.calls));
  if (times < LEAST_TIMES) return null;
  // Where it bends, V8 may have been at work still.
  const longer = isBending ? times : 1;
  return { ...plan, calls: round(plan.calls * times), warmUp: clamped(plan.warmUp * longer, MOST_WARM_UP_CALLS) };
}

module.exports = { firstPlan, nextPlan };
