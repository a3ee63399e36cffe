'use strict';

/*
 * How long each slice is, and when to stop: the rounds for a number of calls, and those for a time.
 * Nothing is computed from the times but the length of the next slice.
 */

const { callsFor, sliceFor, GROWTH } = require('./calibrate');
const { observeAllocation, FEWEST_CALLS } = require('./allocation');
const { MAX_CALLS } = require('./loop');
const { median } = require('./stats/sample');

const { max, min, abs, ceil } = Math;

// Short, so that the machine's changes of mind fall between rounds; 1000 of them at the most, so that
// a long run takes no more memory than a short one.
const SLICE_NS = 1.5e6;
const MIN_SLICE_NS = 30e3;
const MAX_ROUNDS = 1000;

// A run in seconds spends a tenth of its time, 0.1 s at most, on getting warm, and up to three times
// as much while the times still move.
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
 * @returns {{ calls: number, perCallNs: number }} calls of a slice, longer where collections need it
 */
function* warmUp({ samples, round, heap, clock, mostCalls }, startedNs, goalNs, sliceNs) {
  const { rounds } = samples;
  const until = (ns) => () => clock.nowNs() >= startedNs + ns || samples.stopped !== null;
  const warmNs = min(WARMUP_NS, goalNs * WARMUP_SHARE);
  const warmEnough = until(warmNs);
  const warmTooLong = until(min(WARMUP_LIMIT_NS, goalNs * WARMUP_LIMIT_SHARE));

  let calls = 1;
  let { ns } = rounds[0];
  while (ns < sliceNs * 0.7 && !warmTooLong()) {
    ({ ns } = yield* round(calls, 'warm-up', false));
    if (calls === mostCalls()) break;
    calls = min(mostCalls(), ceil(calls * GROWTH));
  }
  const settledFrom = rounds.length;
  let perCallNs = lastPerCall(rounds);
  if (perCallNs > 0) calls = min(mostCalls(), callsFor(sliceNs, perCallNs));
  while (!warmTooLong() && !(warmEnough() && isSteady(rounds, settledFrom))) {
    // A call that takes long is measured rather than spent on warming up.
    if (calls === 1 && lastPerCall(rounds) > warmNs) break;
    yield* round(calls, 'warm-up', true);
    perCallNs = usualPerCall(rounds, settledFrom);
    calls = min(callsFor(sliceNs, perCallNs), calls * 2, mostCalls());
  }

  if (calls >= FEWEST_CALLS) {
    const enough = until(clock.nowNs() - startedNs + goalNs / 20);
    samples.allocation = yield* observeAllocation({ round: (few) => round(few, 'warm-up', false), calls, heap, enough });
  }
  if (samples.allocation && samples.allocation.callsPerCollection) {
    const { callsPerCollection } = samples.allocation;
    const wanted = ceil(callsPerCollection * COLLECTIONS_PER_SLICE);
    const limitNs = (startedNs + goalNs - clock.nowNs()) / FEWEST_SLICES;
    if (wanted > calls && wanted * perCallNs < limitNs) calls = min(mostCalls(), wanted);
  }
  return { calls, perCallNs };
}

/**
 * Warm-up, then rounds of equal slices up to the deadline.
 *
 * @param {Subject} subject
 * @param {number} startedNs
 * @param {number} goalNs from startedNs to the deadline
 */
function* timedRounds(subject, startedNs, goalNs) {
  const { samples, round, clock } = subject;
  const { nowNs } = clock;
  const deadlineNs = startedNs + goalNs;
  const sliceNs = sliceNsOf(goalNs, clock, { longestNs: SLICE_NS, mostRounds: MAX_ROUNDS });
  const { calls, perCallNs } = yield* warmUp(subject, startedNs, goalNs, sliceNs);
  const shortestNs = sliceFor(MIN_SLICE_NS, clock);
  let before = nowNs();
  let roundNs = max(calls * perCallNs, shortestNs);
  while (!samples.stopped && before + roundNs / 2 < deadlineNs) {
    yield* round(calls, 'measured', true);
    const after = nowNs();
    // An interrupted round says little of the next.
    roundNs = min(max(after - before, shortestNs), 2 * roundNs);
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

module.exports = { countedRounds, timedRounds, warmUp, sliceNsOf, FEWEST_SLICES };
