'use strict';

/*
 * Plans how many calls a counted process makes: first from the time per call, then from the count. A process under
 * valgrind makes fewer if its processor time shows that they suffice.
 */

const { max, min, round } = Math;

// Rough initial figures in instructions: per ns at 3 GHz, per turn of the loop, and per input.
const PER_NS = 4;
const PER_TURN = { sync: 8, callback: 13, promise: 700, stream: 0, file: 0 };
const PER_INPUT = 200;

// Instructions of the calls that count: half a second of valgrind, and ten thousand times the difference of equal
// processes. Twice as many make the error a tenth of the goal. WARM_UP: instructions until V8 has compiled.
const COUNTED = 3e8;
const WARM_UP = 1e8;
const MOST_WARM_UP_CALLS = 2e6;

// Enough collections, because their number is an integer. A collection of young objects comes after 16 MB and can cost
// 1 % of COUNTED: two counts of an awaited function differed by 0.78 % with four collections, and by 0.18 % with 16.
const COUNTED_BYTES = 16 * 2 ** 24;
const MOST_COUNTED = 4 * COUNTED;
const LEAST_BYTES = 4;

// A run of a stream is timed in a separate process, in which V8 has yet to compile (some ms), so the time of a warm run
// is known only to a factor. V8 compiles the code of streams during the first 3e8 instructions.
const COLD_NS = 5e6;
const COLD_TIMES = 5;
const WARM_UP_OF_STREAMS = 3e8;
const LEAST_WARM_UP_RUNS = 3;

const MOST_WAITING_NS = 5e9; // waiting is not slower under valgrind
const MOST_CALLS = 2 ** 28;
const MOST_TIMES = 16;
const LEAST_TIMES = 1.5;
const LEAST_TIMES_FOR_COLLECTIONS = 2;

// Maximum for a process: 12 s of valgrind. A limit of time would make the precision depend on the load of the machine.
const MOST_EXECUTED = 6e9;

// Roughly, of processor time under valgrind. Measured: 3 for JSON.parse, 6 for an empty loop.
const NS_PER_INSTRUCTION = 4;
const SPARE = 1.3;
const WARM_UP_NS = WARM_UP * NS_PER_INSTRUCTION;

const clamped = (value, most) => max(1, min(most, round(value)));

/** Calls with enough collections. V8 itself allocates fewer than LEAST_BYTES per call. */
const collectedCalls = (bytesPerCall, perCall) => (
  bytesPerCall >= LEAST_BYTES ? min(COUNTED_BYTES / bytesPerCall, MOST_COUNTED / perCall) : 0
);

const mostWaiting = (nsPerCall) => (nsPerCall > 0 ? MOST_WAITING_NS / nsPerCall : MOST_CALLS);

/** Calls that usually suffice, from the processor time of one under valgrind */
function sufficientCalls(cpuNsPerCall, bytesPerCall) {
  const perCall = max(1, cpuNsPerCall / NS_PER_INSTRUCTION);
  // The estimate may be too high, and another process costs more than some calls.
  return max(COUNTED / perCall, collectedCalls(bytesPerCall, perCall / SPARE));
}

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

/** Returns null if it would hardly plan more calls. tooWide: the error over its largest value, 0 for a small error. */
function nextPlan(plan, { perCall, bytesPerCall, isBending, tooWide }) {
  const most = min(MOST_CALLS, MOST_EXECUTED / perCall, 4 * mostWaiting(plan.ns));
  const collected = collectedCalls(bytesPerCall, perCall) / (2 * plan.calls);
  const missing = collected < LEAST_TIMES_FOR_COLLECTIONS ? 0 : collected;
  const times = min(max(missing, LEAST_TIMES * tooWide), MOST_TIMES, most / (2 * plan.calls));
  if (times < LEAST_TIMES) return null;
  const longer = isBending ? times : 1; // a bend can mean that V8 was still compiling
  const warmUp = clamped(plan.warmUp * longer, MOST_WARM_UP_CALLS);
  return { ...plan, isExact: true, calls: round(plan.calls * times), warmUp };
}

module.exports = { firstPlan, nextPlan, sufficientCalls, WARM_UP_NS };
