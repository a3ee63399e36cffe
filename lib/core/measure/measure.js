'use strict';

/* Measures one test: its first call, then rounds for a number of calls or for a time. */

const { observeAllocation } = require('./allocation');
const { MAX_CALLS } = require('./loop');
const {
  callsFor, chooseCopies, createTally, chooseShortestNs, chooseSliceNs, watchWaiting, GROWTH,
} = require('./slices');
const { createReferences, createTask } = require('./task');

const { max, min, ceil } = Math;

const CALLS_FOR_PASS = 5e6; // the pass of measureNotInlined makes up to two million

const MAX_ROUNDS = 2000; // so that a long run takes no more memory than a short one
const FEWEST_ROUNDS = 32; // for the rest of a number of calls

// The address of its code can make one loop 10 % slower as long as it exists. The median of four is not affected.
const MOST_LOOPS = 4;

/** Makes exactly `count` calls. Slices grow from one call, so that no extra call measures the time per call. */
function* countedRounds({ samples, round, heap, clock }, count, first = 1) {
  const shortestNs = chooseShortestNs(clock);
  let left = count;
  let calls = min(first, count);
  let grown = false;
  function* counted(wanted, withReferences) {
    const done = yield* round(wanted, 'counted', withReferences);
    left -= done.calls;
    return done;
  }
  while (left > 0 && !samples.stopped) {
    if (left - calls < calls / 2) calls = left;
    const latest = samples.rounds[samples.rounds.length - 1];
    const { ns } = yield* counted(calls, calls * latest.ns / latest.calls >= shortestNs);
    const perCall = ns / calls;
    const wanted = callsFor(chooseSliceNs(left * perCall, clock, MAX_ROUNDS, FEWEST_ROUNDS), perCall);
    if (!grown && wanted <= calls && left >= calls * 8) {
      grown = true;
      const enough = () => left < calls * 4 || samples.stopped !== null;
      samples.allocation = yield* observeAllocation({ round: (few) => counted(few, false), calls, heap, enough });
    }
    calls = min(left, MAX_CALLS, max(ceil(calls / 2), min(wanted, ceil(calls * GROWTH))));
  }
}

/** Warms up, then runs equal slices until the deadline. Contention makes slices shorter and extends the deadline. */
function* timedRounds(task, { warmUp, startedNs, goalNs, isKeptWaiting }) {
  const { samples, round, clock } = task;
  const { steadyNs } = clock;
  const sliceNs = chooseSliceNs(goalNs, clock, MAX_ROUNDS);
  const { calls: usualCalls, perCallNs, counted } = yield* warmUp(task, steadyNs(), goalNs, sliceNs, isKeptWaiting);
  yield* task.addCopies(chooseCopies(startedNs + goalNs - steadyNs(), perCallNs, { most: MOST_LOOPS }) - 1);
  const shortestNs = chooseShortestNs(clock);
  const tally = createTally();
  if (counted) tally.add(counted);
  let calls = usualCalls;
  let before = steadyNs();
  let roundNs = max(calls * perCallNs, shortestNs);
  const usualNs = roundNs;
  const isDue = () => tally.isOver(samples, before + roundNs / 2 - startedNs, goalNs, usualNs, isKeptWaiting);
  while (!samples.stopped && !isDue()) {
    tally.add(yield* round(calls, 'measured', true));
    if (tally.areTooLong(calls * perCallNs)) calls = ceil(calls / 2);
    const after = steadyNs();
    // An interrupted round does not predict the next.
    roundNs = min(max(after - before, shortestNs), 2 * roundNs);
    before = after;
  }
}

/** plan: of the task, with `count` (exact) or `seconds` (from startedNs); progress: see task.js, with close() */
function* measureFunction(plan, tools, progress) {
  const { startedNs = tools.clock.steadyNs() } = plan;
  const isKeptWaiting = watchWaiting(tools.clock);
  const task = createTask(plan, { ...tools, references: createReferences(tools) }, progress);
  progress.close = task.close;
  // timeit() has loaded it. A number of calls needs no warm-up.
  const warmUp = plan.count ? null : require('./warm-up').warmUp;
  yield* task.open();
  const pass = (goalNs) => (tools.measureNotInlined ? tools.measureNotInlined(task, plan.fn, tools, goalNs) : []);
  if (plan.count) {
    const hasPass = plan.count >= CALLS_FOR_PASS;
    yield* countedRounds(task, (hasPass ? ceil(plan.count / 5) : plan.count) - 1);
    if (hasPass) {
      const { rounds } = task.samples;
      task.samples.notInlined = yield* pass(Infinity);
      yield* countedRounds(task, plan.count - progress.calls, rounds[rounds.length - 1].calls);
    }
  } else {
    yield* timedRounds(task, { warmUp, startedNs, goalNs: plan.seconds * 1e9, isKeptWaiting });
    task.samples.notInlined = yield* pass(plan.seconds * 1e9);
  }
  return task.samples;
}

module.exports = { measureFunction };
