'use strict';

/*
 * From a plan to samples: which loop runs when, and for how many calls. Nothing here knows what a
 * result looks like, and nothing is computed from the times but the length of the next slice.
 *
 * A round is one slice of the test beside one slice of the empty reference and one of the frequency
 * reference. Rounds are short (1.5 ms), so that the machine's changes of mind fall between rounds.
 */

const { callsFor, sliceFor, clockStandsStill, GROWTH } = require('./calibrate');
const { MAX_CALLS, syncLoop, callbackLoop, promiseLoop } = require('./loop');
const { median } = require('./stats/sample');
const { observeAllocation, FEWEST_CALLS } = require('./allocation');

const { max, min, abs, ceil } = Math;

const MIN_SLICE_NS = 30e3;
const SLICE_NS = 1.5e6;
const MAX_ROUNDS = 1000;

// A run in seconds spends a tenth of its time, 0.1 s at most, on getting warm, and up to three times
// as much while the times still move.
const WARMUP_SHARE = 0.1;
const WARMUP_NS = 1e8;
const WARMUP_LIMIT_FACTOR = 3;

// The median of slices drops the collections that most slices do not hold; with ten in each it keeps
// them. Such slices are used where at least 16 of them fit into the goal.
const COLLECTIONS_PER_SLICE = 10;
const FEWEST_SLICES = 16;

// Beyond that a test that keeps what it allocates is about to end the process.
const HEAP_SHARE = 0.8;

const LOOPS = { sync: syncLoop, callback: callbackLoop, promise: promiseLoop };

/** Whether V8 would await this. */
function isThenable(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
}

/**
 * The first call of a test that is given no callback, apart from the loop because its answer tells the
 * kind of the test: a thenable makes it a promise test.
 */
function firstCall(fn, clock) {
  const step = {
    kind: 'sync',
    run(calls, done) {
      const started = clock.nowNs();
      let value;
      try {
        value = fn();
      } catch (error) {
        done({ error }, 0);
        return;
      }
      const ended = clock.nowNs();
      if (!isThenable(value)) {
        done(null, ended - started);
        return;
      }
      step.kind = 'promise';
      awaited(value, (failure) => done(failure, clock.nowNs() - started));
    },
  };
  return step;
}

// await, and not Promise.resolve: the test may have replaced what promises offer.
async function awaited(value, done) {
  let failure = null;
  try {
    await value;
  } catch (error) {
    failure = { error };
  }
  done(failure);
}

/**
 * Plans the rounds of one test.
 *
 * @param {object} plan
 * @param {function} plan.fn
 * @param {boolean} plan.takesCallback
 * @param {number} [plan.count] calls, exactly; or
 * @param {number} [plan.seconds] on the clock, from startedNs on
 * @param {object} tools { clock, heap, calibration, late }
 * @param {{ loop: object|null, calls: number, slice: number }} progress calls done and calls of the slice under way, kept up to date for those who have to say where a run failed
 * @yields {[{ run: function }, number]} a loop and how often it is to call; answered with ns
 * @returns {object} samples: { kind, rounds, stopped, ... }, see roundOf
 */
function* measure(plan, tools, progress) {
  const { clock, heap, calibration } = tools;
  const startedNs = clock.nowNs();
  const costNs = clock.costNs();
  const heapLimit = heap.limitBytes() * HEAP_SHARE;
  const samples = { kind: 'callback', rounds: [], stopped: null, allocation: null, clockCostNs: costNs, clockGrainNs: clock.grainNs() };
  const { rounds } = samples;

  const frequency = yield* calibration.frequency();
  const readingBytes = heapReadingBytes(heap);
  let test = null;
  let reference = null;
  let referenceNs = 0;
  let mhz = NaN;

  const startedMs = clock.wallMs();
  const standsStill = () => clock.nowNs() === startedNs && clock.wallMs() - startedMs > max(5, clock.grainNs() / 1e5);

  // `beside`: whether the references run too; a slice too short for it takes over their latest figures.
  function* round(calls, phase, beside) {
    if (beside) {
      mhz = calibration.mhzOf(yield [frequency.loop, frequency.calls]);
      referenceNs = ((yield [reference.loop, reference.calls]) - costNs) / reference.calls;
    }
    const heapBefore = heap.usedBytes();
    const cpuBefore = clock.cpuNs();
    progress.slice = calls;
    const ns = yield [test, calls];
    const cpuNs = clock.cpuNs() - cpuBefore;
    const heapAfter = heap.usedBytes();
    if (ns <= 0 && (calls >= 2 ** 24 || standsStill())) throw clockStandsStill(calls);
    // Another slice like this one, twice as long, has to fit in as well.
    const nextBytes = max(0, heapAfter - heapBefore) * 2;
    if (heapAfter + nextBytes > heapLimit) samples.stopped = { usedBytes: heapAfter, limitBytes: heapLimit / HEAP_SHARE };
    const done = { phase, calls, ns, referenceNs, mhz, cpuNs, heapBytes: heapAfter - heapBefore - readingBytes };
    rounds[rounds.length] = done;
    progress.calls += calls;
    return done;
  }

  // The first call.
  if (plan.takesCallback) {
    reference = yield* calibration.reference('callback');
    test = callbackLoop(plan.fn, clock, tools.late);
    progress.loop = test;
    yield* round(1, 'cold', true);
  } else {
    test = firstCall(plan.fn, clock);
    yield* round(1, 'cold', false);
    samples.kind = test.kind;
    reference = yield* calibration.reference(test.kind);
    test = LOOPS[test.kind](plan.fn, clock);
    // Its reference could not be run before its kind was known.
    mhz = calibration.mhzOf(yield [frequency.loop, frequency.calls]);
    referenceNs = ((yield [reference.loop, reference.calls]) - costNs) / reference.calls;
    rounds[0].mhz = mhz;
    rounds[0].referenceNs = referenceNs;
  }

  const run = { samples, round, heap, nowNs: clock.nowNs, shortestNs: sliceFor(MIN_SLICE_NS, clock) };
  if (plan.count) yield* countedRounds(run, plan.count - 1);
  else yield* timedRounds(run, startedNs, plan.seconds * 1e9);
  return samples;
}

/** Bytes that one reading of the heap adds to the next. */
function heapReadingBytes(heap) {
  const steps = [];
  for (let i = 0; i < 9; i++) steps[i] = -heap.usedBytes() + heap.usedBytes();
  return max(0, median(steps));
}

/** Slices that grow from one call on, so that no call is spent on finding out how long one takes. */
function* countedRounds({ samples, round, heap, shortestNs }, count) {
  let left = count;
  let calls = 1;
  function* counted(wanted, beside) {
    const done = yield* round(wanted, 'counted', beside);
    left -= wanted;
    return done;
  }
  let grown = false;
  while (left > 0 && !samples.stopped) {
    if (left - calls < calls / 2) calls = left;
    const { ns } = yield* counted(calls, calls * lastPerCall(samples.rounds) >= shortestNs);
    const perCall = ns / calls;
    const restNs = left * perCall;
    const sliceNs = max(restNs / MAX_ROUNDS, shortestNs, min(SLICE_NS, restNs / 32));
    const wanted = callsFor(sliceNs, perCall);
    if (!grown && wanted <= calls && calls >= FEWEST_CALLS && left >= calls * 8) {
      grown = true;
      const enough = () => left < calls * 4 || samples.stopped !== null;
      samples.allocation = yield* observeAllocation({ round: (few) => counted(few, false), calls, heap, enough });
    }
    calls = min(left, MAX_CALLS, max(ceil(calls / 2), min(wanted, ceil(calls * GROWTH))));
  }
}

function lastPerCall(rounds) {
  const latest = rounds[rounds.length - 1];
  return latest.ns / latest.calls;
}

/** Warm-up, then rounds of equal slices up to the deadline. */
function* timedRounds({ samples, round, heap, nowNs, shortestNs }, startedNs, goalNs) {
  const { rounds } = samples;
  const deadlineNs = startedNs + goalNs;
  const warmNs = min(WARMUP_NS, goalNs * WARMUP_SHARE);
  const until = (ns) => () => nowNs() >= startedNs + ns || samples.stopped !== null;
  const warmEnough = until(warmNs);
  const warmTooLong = until(min(WARMUP_NS * 15, goalNs * WARMUP_SHARE * WARMUP_LIMIT_FACTOR));
  const baseNs = max(goalNs / MAX_ROUNDS, shortestNs, min(SLICE_NS, goalNs / 300));

  let calls = 1;
  let { ns } = rounds[0];
  while (ns < baseNs * 0.7 && !warmTooLong()) {
    ({ ns } = yield* round(calls, 'warm-up', false));
    calls = min(MAX_CALLS, ceil(calls * GROWTH));
  }
  const settledFrom = rounds.length;
  let perCallNs = lastPerCall(rounds);
  calls = callsFor(baseNs, perCallNs);
  while (!warmTooLong() && !(warmEnough() && isSteady(rounds, settledFrom))) {
    // A call that takes long is measured rather than spent on warming up.
    if (calls === 1 && lastPerCall(rounds) > warmNs) break;
    ({ ns } = yield* round(calls, 'warm-up', true));
    perCallNs = ns / calls;
    calls = min(callsFor(baseNs, perCallNs), calls * 2);
  }

  if (calls >= FEWEST_CALLS) {
    const enough = until(nowNs() - startedNs + goalNs / 20);
    samples.allocation = yield* observeAllocation({ round: (few) => round(few, 'warm-up', false), calls, heap, enough });
  }
  if (samples.allocation && samples.allocation.callsPerCollection) {
    const { callsPerCollection } = samples.allocation;
    const wanted = ceil(callsPerCollection * COLLECTIONS_PER_SLICE);
    const limitNs = (deadlineNs - nowNs()) / FEWEST_SLICES;
    if (wanted > calls && wanted * perCallNs < limitNs) calls = min(MAX_CALLS, wanted);
  }

  let before = nowNs();
  let roundNs = calls * perCallNs;
  while (!samples.stopped && before + roundNs / 2 < deadlineNs) {
    yield* round(calls, 'measured', true);
    const after = nowNs();
    roundNs = after - before;
    before = after;
  }
}

/** Whether the last eight rounds show no trend: the medians of their halves within 2 %. */
function isSteady(rounds, from) {
  const last = rounds.length;
  if (last - from < 8) return false;
  const half = (start) => {
    const values = [];
    for (let i = 0; i < 4; i++) values[i] = rounds[start + i].ns / rounds[start + i].calls;
    return median(values);
  };
  const early = half(last - 8);
  return abs(half(last - 4) - early) <= 0.02 * early;
}

/**
 * Answers the requests of a generator, by running the loops it asks for. Loops that end at once are
 * run one after the other on this stack; one that ends later goes on from there.
 *
 * @param {Iterator} steps
 * @param {function({ error, index, ... }|null, *)} done called once, with a failure or what the generator returned
 */
function drive(steps, done) {
  let running = false;
  let answer;
  let pending = true;
  let ended = false;

  function resume(failure, ns) {
    if (ended) return;
    if (failure) {
      ended = true;
      done(failure);
      return;
    }
    answer = ns;
    pending = false;
    if (!running) spin();
  }

  function spin() {
    running = true;
    while (!pending && !ended) {
      let step;
      try {
        step = steps.next(answer);
      } catch (error) {
        ended = true;
        done({ error, ours: true });
        return;
      }
      if (step.done) {
        ended = true;
        done(null, step.value);
        return;
      }
      pending = true;
      step.value[0].run(step.value[1], resume);
    }
    running = false;
  }

  resume(null, undefined);
}

module.exports = { measure, drive };
