'use strict';

/*
 * How long each slice is, and when to stop: the rounds for a number of calls, and those for a time.
 * Nothing is computed from the times but the length of the next slice.
 */

const { callsFor, sliceFor, GROWTH } = require('./calibrate');
const { observeAllocation, FEWEST_CALLS } = require('./allocation');
const { MAX_CALLS } = require('./loop');
const { createTally, MOST_GOALS, BUSY_SLICE_NS } = require('./neighbours');
const { median } = require('./stats/sample');

const { max, min, abs, ceil } = Math;

// Short, so that the machine's changes of mind fall between rounds: beside busy neighbours a process gets 3 to 4 ms in a
// row. And not too many of them, so that a long run takes no more memory than a short one.
const SLICE_NS = 5e5;
const MIN_SLICE_NS = 30e3;
const MAX_ROUNDS = 4000;

const MOST_WARMUP_GOALS = 1.5;

// A run in seconds spends a tenth of its time, 0.1 s at most, on getting warm, and up to three times
// as much while the times still move. Time in which others had the processor does not count.
const WARMUP_SHARE = 0.1;
const WARMUP_NS = 1e8;
const WARMUP_LIMIT_NS = 1.5e9;
const WARMUP_LIMIT_SHARE = 0.3;

// The median of slices drops the collections that most slices do not hold; with ten in each it keeps
// them. Such slices are used where at least 16 of them fit into the goal.
const COLLECTIONS_PER_SLICE = 10;
const FEWEST_SLICES = 16;

/**
 * @typedef {object} Subject what a schedule works with, see subject.js
 * @property {object} samples with the rounds so far
 * @property {function(number, string, boolean): Iterator} round runs a slice of so many calls in a phase,
 *   with or without the references beside it; returns its round
 * @property {function(): number} mostCalls that one slice may have
 * @property {function(): boolean} isOptimized whether V8 has nothing left to do for it
 * @property {function(number): Iterator} hasten has V8 do now what it has not come to
 * @property {function()} finishCompiling waits for what its compilers are at
 * @property {function(): number} lostNs in which others had the processor
 * @property {object} heap
 * @property {object} clock
 */

/**
 * Slices that grow from one call on, so that no call is spent on finding out how long one takes.
 *
 * @param {Subject} subject
 * @param {number} count calls, exactly
 */
function* countedRounds({ samples, round, heap, clock }, count) {
  const shortestNs = sliceFor(MIN_SLICE_NS, clock);
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

/** ns per call in the middle one of the last five rounds: one of them may have been interrupted. */
function usualPerCall(rounds, from) {
  const values = [];
  for (let i = max(from, rounds.length - 5); i < rounds.length; i++) values[values.length] = rounds[i].ns / rounds[i].calls;
  return median(values);
}

function lastPerCall(rounds) {
  const latest = rounds[rounds.length - 1];
  return latest.ns / latest.calls;
}

/**
 * How long slices are to be.
 *
 * @param {number} goalNs for the whole run of a test
 * @param {object} clock
 * @param {{ longestNs: number, mostRounds: number }} limits
 */
function sliceNsOf(goalNs, clock, { longestNs, mostRounds }) {
  return max(goalNs / mostRounds, sliceFor(MIN_SLICE_NS, clock), min(longestNs, goalNs / 300));
}

/**
 * Brings a test up to speed, and finds out how many calls make a slice.
 *
 * @param {Subject} subject
 * @param {number} startedNs
 * @param {number} goalNs for the whole run of this test
 * @param {number} sliceNs how long slices are to be
 * @param {function(): boolean} isKeptWaiting whether others have had the processor meanwhile
 * @returns {{ calls: number, perCallNs: number }} calls of a slice, longer where collections need it
 */
function* warmUp(subject, startedNs, goalNs, sliceNs, isKeptWaiting) {
  const { samples, round, heap, clock, mostCalls, lostNs } = subject;
  const { rounds } = samples;
  const lostBeforeNs = lostNs();
  const spentNs = () => clock.nowNs() - startedNs - (lostNs() - lostBeforeNs);
  const until = (ns) => () => spentNs() >= ns || samples.stopped !== null;
  const warmNs = min(WARMUP_NS, goalNs * WARMUP_SHARE);
  const warmEnough = until(warmNs);
  const limit = until(min(WARMUP_LIMIT_NS, goalNs * WARMUP_LIMIT_SHARE));
  const warmTooLong = () => limit() || clock.nowNs() - startedNs >= goalNs * MOST_WARMUP_GOALS;

  let calls = 1;
  let { ns } = rounds[0];
  while (ns < sliceNs * 0.7 && !warmTooLong()) {
    ({ ns } = yield* round(calls, 'warm-up', false));
    if (calls === mostCalls()) break;
    calls = min(mostCalls(), ceil(calls * GROWTH));
  }
  let settledFrom = rounds.length;
  let perCallNs = lastPerCall(rounds);
  if (perCallNs > 0) calls = min(mostCalls(), callsFor(sliceNs, perCallNs));
  let isHastened = false;
  const isWarm = () => warmEnough() && subject.isOptimized() && isSteady(rounds, settledFrom);
  while (!warmTooLong() && !isWarm()) {
    // A call that takes long is measured rather than spent on warming up.
    if (calls === 1 && lastPerCall(rounds) > warmNs) break;
    // V8 has had its time: its compiler waits for a core, or takes 150 ms to find a loop of slow calls worth it.
    if (!isHastened && warmEnough()) {
      isHastened = true;
      yield* subject.hasten(calls);
      // What ran before tells neither how long a call takes nor whether the times are steady.
      settledFrom = rounds.length;
    }
    yield* round(calls, 'warm-up', true);
    perCallNs = usualPerCall(rounds, settledFrom);
    calls = min(callsFor(sliceNs, perCallNs), calls * 2, mostCalls());
  }
  if (!isHastened) yield* subject.hasten(calls);
  subject.finishCompiling();
  samples.isWarm = isWarm();

  if (calls >= FEWEST_CALLS) {
    const enough = untilObserved(clock, goalNs, samples);
    samples.allocation = yield* observeAllocation({ round: (few) => round(few, 'warm-up', false), calls, heap, enough });
  }
  if (samples.allocation && samples.allocation.callsPerCollection) {
    const { callsPerCollection } = samples.allocation;
    const wanted = ceil(callsPerCollection * COLLECTIONS_PER_SLICE);
    const longestNs = isKeptWaiting() ? BUSY_SLICE_NS : Infinity;
    const limitNs = min(longestNs, (startedNs + goalNs - clock.nowNs()) / FEWEST_SLICES);
    if (wanted > calls && wanted * perCallNs < limitNs) calls = min(mostCalls(), wanted);
  }
  return { calls, perCallNs };
}

/** Allocation is looked at for a twentieth of the goal, and where others have the processor for as much of its time. */
function untilObserved({ nowNs, cpuNs }, goalNs, samples) {
  const dueNs = nowNs() + goalNs / 4;
  const dueCpuNs = cpuNs() + goalNs / 20;
  return () => cpuNs() >= dueCpuNs || nowNs() >= dueNs || samples.stopped !== null;
}

/**
 * Warm-up, then rounds of equal slices up to the deadline; beside busy neighbours of shorter ones, and beyond it.
 *
 * @param {Subject} subject
 * @param {number} startedNs
 * @param {number} goalNs from startedNs to the deadline
 * @param {function(): boolean} isKeptWaiting whether others have had the processor meanwhile
 */
function* timedRounds(subject, startedNs, goalNs, isKeptWaiting) {
  const { samples, round, clock } = subject;
  const { nowNs } = clock;
  const deadlineNs = startedNs + goalNs;
  const sliceNs = sliceNsOf(goalNs, clock, { longestNs: SLICE_NS, mostRounds: MAX_ROUNDS });
  const { calls: usualCalls, perCallNs } = yield* warmUp(subject, nowNs(), goalNs, sliceNs, isKeptWaiting);
  const shortestNs = sliceFor(MIN_SLICE_NS, clock);
  const tally = createTally();
  let calls = usualCalls;
  let before = nowNs();
  let roundNs = max(calls * perCallNs, shortestNs);
  const usualNs = roundNs;
  const isDue = () => {
    if (before + roundNs / 2 < deadlineNs) return false;
    if (tally.isEnough(goalNs, usualNs, samples.allocation) || !isKeptWaiting()) return true;
    samples.isProlonged = true;
    return before + roundNs / 2 >= startedNs + MOST_GOALS * goalNs;
  };
  while (!samples.stopped && !isDue()) {
    tally.add(yield* round(calls, 'measured', true));
    if (tally.areTooLong(calls * perCallNs)) calls = ceil(calls / 2);
    const after = nowNs();
    // An interrupted round says little of the next.
    roundNs = min(max(after - before, shortestNs), 2 * roundNs);
    before = after;
  }
}

/** Whether the last eight rounds that nobody interrupted show no trend: the medians of their halves within 2 %. */
function isSteady(rounds, from) {
  const latest = [];
  for (let i = rounds.length - 1; i >= from && latest.length < 8; i--) {
    if (!(rounds[i].preemptions > 0)) latest[latest.length] = rounds[i].ns / rounds[i].calls;
  }
  if (latest.length < 8) return false;
  const half = (start) => median([latest[start], latest[start + 1], latest[start + 2], latest[start + 3]]);
  const early = half(4);
  return abs(half(0) - early) <= 0.02 * early;
}

module.exports = { countedRounds, timedRounds, warmUp, sliceNsOf, FEWEST_SLICES };
