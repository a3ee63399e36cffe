'use strict';

/*
 * How long each slice is, and when to stop: the rounds for a number of calls, and those for a time.
 * Nothing is computed from the times but the length of the next slice.
 */

const { observeAllocation } = require('#insides');
const { callsFor, GROWTH } = require('../calibrate');
const { MAX_CALLS } = require('./loop');
const { createTally, MOST_GOALS } = require('./neighbours');
const { copiesOf, fineNsOf, shortestNsOf, sliceNsOf, SLICE_NS } = require('./slices');
const { warmUp } = require('./warm-up');
const { FEWEST_CALLS } = require('../samples/round');

const { max, min, ceil } = Math;

// So that a long run takes no more memory than a short one.
const MAX_ROUNDS = 2000;

// One place of its code can make a test 10 % slower for good, and the median of four does not feel it.
const MOST_LOOPS = 4;

/** @typedef {import('./run-steps').Steps} Steps */

/**
 * @typedef {object} Task what a schedule works with, see task.js
 * @property {object} samples with the rounds so far
 * @property {function(number, string, boolean): Steps} round runs a slice of so many calls in a phase,
 *   with or without the references beside it; returns its round
 * @property {function(): number} mostCalls that one slice may have
 * @property {function(number): Steps} addCopies makes so many more loops around the test
 * @property {function(): boolean} isOptimized whether V8 has nothing left to do for it
 * @property {function(number): Steps} hasten has V8 do now what it has not come to
 * @property {function()} finishCompiling waits for what its compilers are at
 * @property {function(): number} lostNs in which others had the processor
 * @property {object} heap
 * @property {object} clock
 */

/**
 * Slices that grow from one call on, so that no call is spent on finding out how long one takes.
 *
 * @param {Task} task
 * @param {number} count calls, exactly
 * @param {number} [first] calls of the first slice
 */
function* countedRounds({ samples, round, heap, clock }, count, first = 1) {
  const shortestNs = shortestNsOf(clock);
  let left = count;
  let calls = min(first, count);
  function* counted(wanted, beside) {
    const done = yield* round(wanted, 'counted', beside);
    left -= done.calls;
    return done;
  }
  let grown = false;
  while (left > 0 && !samples.stopped) {
    if (left - calls < calls / 2) calls = left;
    const { ns } = yield* counted(calls, calls * lastPerCall(samples.rounds) >= shortestNs);
    const perCall = ns / calls;
    const restNs = left * perCall;
    const sliceNs = max(restNs / MAX_ROUNDS, shortestNs, min(SLICE_NS, restNs / 32), fineNsOf(clock, restNs));
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

/**
 * Warm-up, then rounds of equal slices up to the deadline; beside busy neighbours of shorter ones, and beyond it.
 *
 * @param {Task} task
 * @param {number} startedNs
 * @param {number} goalNs from startedNs to the deadline
 * @param {function(): boolean} isKeptWaiting whether others have had the processor meanwhile
 */
function* timedRounds(task, startedNs, goalNs, isKeptWaiting) {
  const { samples, round, clock } = task;
  const { steadyNs } = clock;
  const deadlineNs = startedNs + goalNs;
  const sliceNs = sliceNsOf(goalNs, clock, MAX_ROUNDS);
  const { calls: usualCalls, perCallNs } = yield* warmUp(task, steadyNs(), goalNs, sliceNs, isKeptWaiting);
  yield* task.addCopies(copiesOf(deadlineNs - steadyNs(), perCallNs, { most: MOST_LOOPS }) - 1);
  const shortestNs = shortestNsOf(clock);
  const tally = createTally();
  let calls = usualCalls;
  let before = steadyNs();
  let roundNs = max(calls * perCallNs, shortestNs);
  const usualNs = roundNs;
  const isDue = () => {
    const endNs = before + roundNs / 2;
    if (endNs < deadlineNs) return false;
    if (endNs >= startedNs + MOST_GOALS * goalNs) return true;
    if (tally.isEnough(goalNs, usualNs, samples.allocation) || !isKeptWaiting()) return true;
    samples.isProlonged = true;
    return false;
  };
  while (!samples.stopped && !isDue()) {
    tally.add(yield* round(calls, 'measured', true));
    if (tally.areTooLong(calls * perCallNs)) calls = ceil(calls / 2);
    const after = steadyNs();
    // An interrupted round says little of the next.
    roundNs = min(max(after - before, shortestNs), 2 * roundNs);
    before = after;
  }
}

module.exports = { countedRounds, timedRounds };
