'use strict';

/*
 * Counts one test, and subtracts an empty one with the same loop and inputs. One process makes the calls in parts if
 * the source counts parts; otherwise four processes make different numbers of calls. If the error is too large, further
 * processes make more calls. Runs of streams and of benchmark files have no loop to subtract.
 */

const { firstPlan, nextPlan } = require('./plan-calls');
const { slopeOfParts, slopeOfProcesses, without } = require('./slope');

const { abs, max, min, round } = Math;

// Instructions, and the events of caches and branches if these are counted.
const EVENTS = ['instructions', 'l1Misses', 'llMisses', 'mispredicted', 'cycles'];

// Largest half of the interval, as a share of the instructions of a call. Tests that allocate include a whole number of
// collections.
const PRECISION = 0.0005;
const PRECISION_OF_COLLECTING = 0.003;

// Half of the error of a test: with PRECISION the loop of promises needed a minute.
const PRECISION_OF_COLLECTING_LOOP = PRECISION_OF_COLLECTING / 2;

const LEAST_ERROR = 0.005; // a smaller error, in instructions, does not matter in practice
const PARTS = 8;
const LEAST_PARTS = 4;
const PROCESSES = 4;
const MOST_SERIES = 3;

function slopesOf(events, slopeOf) {
  const known = EVENTS.filter((name) => events.every((one) => one[name] !== undefined));
  return Object.fromEntries(known.map((name) => [name, slopeOf(events.map((one) => one[name]))]));
}

function functionsOf(parts) {
  const sums = new Map();
  for (const { functions } of parts) {
    for (const [name, instructions] of functions) sums.set(name, (sums.get(name) || 0) + instructions);
  }
  return sums;
}

/** The counts of docs/results.md, and functions: instructions by symbol without the counted calls, and with them. */
function countsOf({ counted, slopes, functions, calls, plan, processCount, isSettled }, loop, operations) {
  const net = Object.fromEntries(Object.keys(slopes).map((name) => [name, without(slopes[name], loop.slopes[name])]));
  const { instructions: { value: instructions, error, isProportional, slopes: halves }, ...others } = net;
  const events = Object.entries(others).map(([name, slope]) => [name, { value: slope.value, error: slope.error }]);
  return {
    instructions, error, loop: loop.slopes.instructions.value, slopes: halves, isProportional,
    events: events.length ? Object.fromEntries(events) : null,
    calls: calls * operations, warmUp: (counted.warmUp ?? plan.warmUp) * operations, processes: processCount,
    tier: counted.tiers.loop,
    collects: counted.collects, isSettled, hasProcesses: counted.hasProcesses, functions,
  };
}

const HAVE_NO_LOOP = ['stream', 'file'];
const operationsOf = ({ operations = 1 }) => operations;
const NO_LOOP = { slopes: Object.fromEntries(EVENTS.map((name) => [name, { value: 0, error: 0 }])) };

async function countParts(runOnce, request, { calls: half, warmUp, ns, isExact = false }, empty) {
  const parts = max(LEAST_PARTS, min(PARTS, 2 * half));
  const most = max(1, round(2 * half / parts));
  const process = await runOnce(request, { calls: most, parts, warmUp, ns, empty, isExact });
  const { calls = most } = process.counted;
  // The first part lasts until the calls, and the second one is only a mark.
  const [, ofMark, ...found] = process.parts.slice(0, 2 + parts);
  const slopes = slopesOf([ofMark, ...found].map(({ events }) => events), ([mark, ...totals]) => (
    slopeOfParts(totals.map((total) => total - mark), calls * operationsOf(request))));
  const functions = [new Map(), functionsOf(found)];
  return { counted: process.counted, slopes, calls: calls * parts, processCount: 1, functions };
}

async function countProcesses(runOnce, request, { calls, warmUp, ns }, empty) {
  const asked = [0, calls, calls, 2 * calls].map((count) => ({ calls: count, parts: 0, warmUp, ns, empty }));
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

/**
 * runOnce(request, job of count-calls.js): runs a process of a test, and resolves to { counted, parts }; parts: each
 * { events, functions }, or one for the whole process. precision: largest error, as a share of the instructions of a
 * call; false for the default.
 * Returns a function of the facts from its timing { kind, nsPerCall, cpuNsPerCall, bytesPerCall, ownLoop, operations },
 * and more for runOnce. ownLoop: a name if the test makes inputs, or null; operations: per call, 1 by default
 */
function createTestCounter(runOnce, precision, hasParts = () => false) {
  const loops = new Map();
  const guesses = new Map();

  /** Counts with more and more calls until the error is small enough. judge(found) returns { error, goal }. */
  async function countUntilSettled(request, first, empty, judge) {
    let plan = first;
    let processCount = 0;
    for (let tries = 1; ; tries++) {
      const found = await (hasParts(request) ? countParts : countProcesses)(runOnce, request, plan, empty);
      processCount += found.processCount;
      const { error, goal } = await judge(found);
      const isSettled = error <= goal;
      const { value, isBending } = found.slopes.instructions;
      const known = {
        perCall: max(1, value * operationsOf(request)), bytesPerCall: found.counted.bytesPerCall, isBending,
        tooWide: isSettled ? 0 : error / goal,
      };
      const made = { ...plan, calls: found.calls / 2 };
      const next = tries < MOST_SERIES ? nextPlan(made, known) : null;
      if (next === null) return { ...found, plan: made, processCount, isSettled };
      plan = next;
    }
  }

  /** Counts an empty test of the form of this one. */
  function countLoop(request, kind, plan) {
    const first = request.ownLoop === null ? firstPlan({ kind, nsPerCall: 0 }) : plan;
    const judge = ({ counted, slopes: { instructions } }) => {
      const share = counted.collects ? PRECISION_OF_COLLECTING_LOOP : PRECISION;
      return { error: instructions.error, goal: max(LEAST_ERROR, share * instructions.value) };
    };
    return countUntilSettled(request, { ...first, ns: 0 }, kind, judge);
  }

  const keyOf = (name, { ownLoop, flags }) => JSON.stringify([name, ownLoop, flags]); // the loop differs between tiers

  /** Counts the loop of the first test of a kind while the test runs: most tests of a kind have the same form. */
  function guessLoop(request, plan) {
    const key = keyOf(request.kind, request);
    if (HAVE_NO_LOOP.includes(request.kind) || guesses.has(key)) return;
    const attempt = new AbortController(); // the test reports why it failed
    request.attempt?.signal.addEventListener('abort', () => attempt.abort(), { once: true });
    guesses.set(key, countLoop({ ...request, attempt }, request.kind, plan).catch(() => null));
  }

  /** The counts of the loop and the inputs of a test */
  async function loopOf(request, { kind, form }, plan) {
    if (form === null) return NO_LOOP;
    const guess = await guesses.get(keyOf(kind, request));
    if (guess && guess.counted.form === form) return guess;
    const key = keyOf(form, request);
    while (loops.has(key)) {
      const known = loops.get(key);
      try {
        return await known;
      } catch (_) {
        // The loop of another test failed, perhaps because of its setup.
        if (loops.get(key) === known) loops.delete(key);
      }
    }
    loops.set(key, countLoop(request, kind, plan));
    return loops.get(key);
  }

  return async function count(request) {
    const plan = firstPlan(request);
    let loop = null;
    const counting = countUntilSettled(request, plan, null, async ({ counted, slopes }) => {
      loop = await loopOf(request, counted, plan);
      const { value, error } = without(slopes.instructions, loop.slopes.instructions);
      const usual = counted.collects ? PRECISION_OF_COLLECTING : PRECISION;
      return { error, goal: max(1.5 * LEAST_ERROR, abs(value) * (precision || usual)) };
    });
    guessLoop(request, plan);
    const found = await counting;
    return countsOf(found, loop, operationsOf(request));
  };
}

module.exports = { createTestCounter, EVENTS, PROCESSES, PRECISION, PRECISION_OF_COLLECTING };
