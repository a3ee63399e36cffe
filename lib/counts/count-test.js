'use strict';

/*
 * Counts one test, and an empty one, whose loop and inputs are taken off: by one process that makes its calls in parts,
 * where what counts tells these apart, else by four that differ in the number of calls. Where what they find is not
 * known well enough, others make more calls. Runs of streams and of benchmark files have no loop of ours around them:
 * nothing is taken off.
 */

const { EVENTS } = require('./events');
const { slopeOfParts, slopeOfProcesses, without } = require('./slope');

const { abs, max, min, round } = Math;

// Shares of the instructions of a call that half of the interval may be. What allocates has its share of collections,
// and of these there are whole ones alone.
const PRECISION = 0.0005;
const PRECISION_OF_COLLECTING = 0.003;

// Half of what a test in it may be off: that of promises took a minute to be known as well as one that allocates not.
const PRECISION_OF_COLLECTING_LOOP = PRECISION_OF_COLLECTING / 2;

// In instructions. Nearer than this nobody needs it.
const LEAST_ERROR = 0.005;

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
const PARTS = 8;
const LEAST_PARTS = 4;
const PROCESSES = 4;
const MOST_SERIES = 3;
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

/** Each event that all have as a slope. */
function slopesOf(events, slopeOf) {
  const known = EVENTS.filter((name) => events.every((one) => one[name] !== undefined));
  return Object.fromEntries(known.map((name) => [name, slopeOf(events.map((one) => one[name]))]));
}

/** Instructions by function of all parts together. */
function functionsOf(parts) {
  const sums = new Map();
  for (const { functions } of parts) {
    for (const [name, instructions] of functions) sums.set(name, (sums.get(name) || 0) + instructions);
  }
  return sums;
}

/**
 * @typedef {object} Counts of one test, per call
 * @property {number} instructions
 * @property {number} error half of the interval of 95 %
 * @property {number} loop instructions of the empty loop, which have been taken off; 0 where there is none
 * @property {[number, number]} slopes instructions per call in the first half of the calls and in the second, loop
 *   included
 * @property {boolean} isProportional whether these are the same
 * @property {object|null} events { l1Misses, llMisses, mispredicted, cycles }, each { value, error }
 * @property {number} calls by which the processes differ
 * @property {number} warmUp calls before them
 * @property {number} processes that have counted it
 * @property {string|null} tier of V8 that its loop has run in, null where V8 does not tell
 * @property {boolean} collects whether its calls allocate
 * @property {boolean} isSettled whether the error is as small as was asked for
 * @property {boolean} hasProcesses whether it has started others, which are not counted
 * @property {[Map, Map]|null} functions instructions by function without the calls that count, and with them
 */
function countsOf({ counted, slopes, functions, calls, plan, processCount, isSettled }, loop, operations) {
  const net = Object.fromEntries(Object.keys(slopes).map((name) => [name, without(slopes[name], loop.slopes[name])]));
  const { instructions: { value: instructions, error, isProportional, slopes: halves }, ...others } = net;
  const events = Object.entries(others).map(([name, slope]) => [name, { value: slope.value, error: slope.error }]);
  return {
    instructions, error, loop: loop.slopes.instructions.value, slopes: halves, isProportional,
    events: events.length ? Object.fromEntries(events) : null,
    calls: calls * operations, warmUp: plan.warmUp * operations, processes: processCount,
    tier: counted.tiers.loop,
    collects: counted.collects, isSettled, hasProcesses: counted.hasProcesses, functions,
  };
}

const operationsOf = ({ operations = 1 }) => operations;

const NO_LOOP = { slopes: Object.fromEntries(EVENTS.map((name) => [name, { value: 0, error: 0 }])) };

/**
 * Makes what counts tests.
 *
 * @param {function(object, import('./count-calls').CountJob): Promise} runOnce a process of a test, as it is asked for
 *   -> { counted, parts }; parts: each { events, functions }, of a process that has none one
 * @param {number|false} precision share of the instructions of a call that the error may be, false for the usual
 * @param {function(object): boolean} [hasParts] whether the processes of a test tell parts apart
 * @returns {function(object): Promise<Counts>} given what is known of the test by its time { kind, nsPerCall,
 *   cpuNsPerCall, bytesPerCall, ownLoop, operations }, and more for runOnce. ownLoop: a name where the test makes
 *   inputs of its own, null where not; operations: of what is counted in a call, 1 unless given
 */
function createTestCounter(runOnce, precision, hasParts = () => false) {
  const loops = new Map();

  /** One process, which makes its calls in parts of as many. */
  async function seriesOfParts(request, { calls: half, warmUp, ns }, empty) {
    const parts = max(LEAST_PARTS, min(PARTS, 2 * half));
    const calls = max(1, round(2 * half / parts));
    const process = await runOnce(request, { calls, parts, warmUp, ns, empty });
    // Before them lies what the process did until it came to its calls, and a mark alone.
    const [, ofMark, ...found] = process.parts.slice(0, 2 + parts);
    const slopes = slopesOf([ofMark, ...found].map(({ events }) => events), ([mark, ...totals]) => (
      slopeOfParts(totals.map((total) => total - mark), calls * operationsOf(request))));
    return {
      counted: process.counted, slopes, calls: calls * parts, processCount: 1,
      functions: [new Map(), functionsOf(found)],
    };
  }

  async function seriesOfProcesses(request, { calls, warmUp, ns }, empty) {
    const numbers = [0, calls, calls, 2 * calls];
    const asked = numbers.map((count) => ({ calls: count, parts: 0, warmUp, ns, empty }));
    const processes = await Promise.all(asked.map((one) => runOnce(request, one)));
    const [[fewest], , , [most]] = processes.map(({ parts }) => parts);
    const hasProcesses = processes.some(({ counted }) => counted.hasProcesses);
    return {
      counted: { ...processes[0].counted, hasProcesses },
      slopes: slopesOf(processes.map(({ parts: [{ events }] }) => events), (totals) => (
        slopeOfProcesses(totals, calls * operationsOf(request)))),
      calls: 2 * calls, processCount: PROCESSES,
      functions: fewest.functions && [fewest.functions, most.functions],
    };
  }

  const series = (request, ...asked) => (
    (hasParts(request) ? seriesOfParts : seriesOfProcesses)(request, ...asked)
  );

  /** With more calls, until judge says that it is known as well as is asked for: { error, goal } of what is found. */
  async function untilSettled(request, first, empty, judge) {
    let plan = first;
    let processCount = 0;
    for (let tries = 1; ; tries++) {
      const found = await series(request, plan, empty);
      processCount += found.processCount;
      const { error, goal } = await judge(found);
      const isSettled = error <= goal;
      const { value, isBending } = found.slopes.instructions;
      const perCall = max(1, value * operationsOf(request));
      const most = min(MOST_CALLS, MOST_EXECUTED / perCall, 4 * mostWaiting(plan.ns));
      const collected = collectedCalls(found.counted.bytesPerCall, perCall) / (2 * plan.calls);
      const wanted = max(collected, isSettled ? 0 : LEAST_TIMES * error / goal);
      const times = min(wanted, MOST_TIMES, most / (2 * plan.calls));
      if (tries === MOST_SERIES || times < LEAST_TIMES) return { ...found, plan, processCount, isSettled };
      // Where it bends, V8 may have been at work still.
      const longer = isBending ? times : 1;
      plan = {
        ...plan, calls: round(plan.calls * times), warmUp: clamped(plan.warmUp * longer, MOST_WARM_UP_CALLS),
      };
    }
  }

  /** The empty test of the same form: its loop, and its inputs. */
  async function loopOf(request, { kind, form }, plan) {
    if (form === null) return NO_LOOP;
    const { ownLoop, flags } = request;
    // V8 in another tier has another loop.
    const key = JSON.stringify([form, ownLoop, flags]);
    while (loops.has(key)) {
      const known = loops.get(key);
      try {
        return await known;
      } catch (_) {
        // Another test has asked for it, whose setup may be to blame.
        if (loops.get(key) === known) loops.delete(key);
      }
    }
    const first = ownLoop === null ? firstPlan({ kind, nsPerCall: 0 }) : plan;
    loops.set(key, untilSettled(request, { ...first, ns: 0 }, kind, async ({ counted, slopes: { instructions } }) => {
      const share = counted.collects ? PRECISION_OF_COLLECTING_LOOP : PRECISION;
      return { error: instructions.error, goal: max(LEAST_ERROR, share * instructions.value) };
    }));
    return loops.get(key);
  }

  return async function count(request) {
    const plan = firstPlan(request);
    let loop = null;
    const found = await untilSettled(request, plan, null, async ({ counted, slopes }) => {
      loop = await loopOf(request, counted, plan);
      const { value, error } = without(slopes.instructions, loop.slopes.instructions);
      const usual = counted.collects ? PRECISION_OF_COLLECTING : PRECISION;
      return { error, goal: max(1.5 * LEAST_ERROR, abs(value) * (precision || usual)) };
    });
    return countsOf(found, loop, operationsOf(request));
  };
}

module.exports = { createTestCounter, firstPlan, PROCESSES, PRECISION, PRECISION_OF_COLLECTING };
