'use strict';

/* Warms up a test until V8 and the times have settled, then determines the calls of a slice from its allocation. */

const { median } = require('../../base/stats/sample');
const { observeAllocation } = require('./allocation');
const { callsFor, BUSY_SLICE_NS, FEWEST_SLICES, GROWTH } = require('./slices');

const { max, min, ceil } = Math;

// A run in seconds spends a tenth of its time on the warm-up, 0.1 s at most, and up to three times as much while the
// times still change. Time without the processor does not count.
const WARMUP_SHARE = 0.1;
const WARMUP_NS = 1e8;
const WARMUP_LIMIT_NS = 1.5e9;
const WARMUP_LIMIT_SHARE = 0.3;
const MOST_WARMUP_GOALS = 1.5;

// In a process that takes turns, the warm-up takes no time from the turns. Code whose first calls take 40 times as
// long, such as regular expressions, is warm after 0.1 to 0.4 s, a parser or compiler after up to a second.
const WARMUP_BEFORE_TURNS_NS = 1e9;

// Longer calls run many functions, each of which V8 optimizes after it has run for some milliseconds, and the first
// collections take longer: an injected HTTP request takes 88 µs after 0.1 s, and 32 µs in a long run.
const MANY_FUNCTIONS_NS = 2e4;
const WARMUP_OF_MANY_NS = 2.5e8;

// Calls that seem long are warmed up for this time, but by two calls at least: next to other programs, the first ten
// calls of a compiler take 25 ms each, and later ones 1 ms.
const LONG_WARMUP_NS = 3e8;

// Steady: times do not fall over this number of uninterrupted rounds, for this time.
const STEADY_ROUNDS = 8;
const STEADY_NS = 1e7;
const MOST_STEADY_ROUNDS = 32;
const STEADY_SHARE = 0.02;

// And the test uses memory that the process has used before. V8 reserves the young generation, and the first use of
// each page takes 13 us in a virtual machine: a function that creates an array took 600 ns instead of 7 until all were
// used. After this time, new pages belong to the test.
const PAGE_NS = 5e3;
const PAGES_SHARE = 0.02;
const MOST_PAGES_NS = 3e8;
const MOST_LONGER_SLICES = 4;

// And no fall by this share from the second quarter of the warm-up to its last half, so that a warm-up whose times
// still fall continues for twice as long. A greater fall at its end needs a warning.
const FALL_SHARE = 0.03;
const FALLING_SHARE = 0.1;
const FEWEST_IN_WINDOW = 8;
const STILL_FALLING = 0.8; // times the call before
const FEWEST_FOR_MEDIAN = 3;
const RUNS_TO_LEARN = 3;

// The median ignores collections unless each slice holds ten, and at least 16 slices fit into the goal.
const COLLECTIONS_PER_SLICE = 10;

/**
 * goalNs: of the whole run of this test; hasOwnTime: whether the warm-up takes no time from the run, as before turns.
 * Returns { calls, perCallNs, counted }: calls of a slice, longer than sliceNs for collections; counted: a round that
 * counts if a test is slow, else null.
 */
function* warmUp(task, startedNs, goalNs, sliceNs, isKeptWaiting, hasOwnTime = false) {
  const { samples, clock, mostCalls } = task;
  const found = yield* settle(task, sliceNs, budgetOf(task, startedNs, goalNs, hasOwnTime));
  let { calls } = found;
  // Long calls are too few for this.
  if (!found.counted) samples.allocation = yield* observe(task, goalNs, calls);
  if (samples.allocation && samples.allocation.callsPerCollection && samples.kind !== 'promise') {
    const wanted = ceil(samples.allocation.callsPerCollection * COLLECTIONS_PER_SLICE);
    const longestNs = isKeptWaiting() ? BUSY_SLICE_NS : Infinity;
    const limitNs = min(longestNs, (startedNs + goalNs - clock.steadyNs()) / FEWEST_SLICES);
    if (wanted > calls && wanted * found.perCallNs < limitNs) {
      calls = min(mostCalls(), wanted);
      // Longer slices use more of the young generation.
      for (let i = 0; i < MOST_LONGER_SLICES && !samples.stopped && (yield* usesNewPages(task, calls)); i++);
    }
  }
  return { ...found, calls };
}

function budgetOf({ samples, clock, lostNs }, startedNs, goalNs, hasOwnTime) {
  const lostBeforeNs = lostNs();
  const spentNs = () => clock.steadyNs() - startedNs - (lostNs() - lostBeforeNs);
  const warmNs = min(WARMUP_NS, goalNs * WARMUP_SHARE);
  const limitNs = hasOwnTime ? WARMUP_BEFORE_TURNS_NS : min(WARMUP_LIMIT_NS, goalNs * WARMUP_LIMIT_SHARE);
  const latestNs = max(goalNs, hasOwnTime ? WARMUP_BEFORE_TURNS_NS : 0) * MOST_WARMUP_GOALS;
  const isStopped = () => samples.stopped !== null;
  return {
    hasOwnTime, warmNs, ofManyNs: hasOwnTime ? WARMUP_OF_MANY_NS : warmNs, spentNs,
    isEnough: () => spentNs() >= warmNs || isStopped(),
    isTooLong: () => spentNs() >= limitNs || clock.steadyNs() - startedNs >= latestNs || isStopped(),
  };
}

function* settle(task, sliceNs, { hasOwnTime, warmNs, ofManyNs, spentNs, isEnough, isTooLong }) {
  const { samples: { rounds }, samples, round, mostCalls } = task;
  let calls = yield* grow(task, sliceNs, isTooLong);
  let from = rounds.length;
  let perCallNs = rounds.length < FEWEST_FOR_MEDIAN ? lastPerCall(rounds) : usualPerCall(rounds, from);
  if (perCallNs > 0) calls = min(mostCalls(), callsFor(sliceNs, perCallNs));

  function* slice() {
    if ((yield* usesNewPages(task, calls)) && spentNs() < MOST_PAGES_NS) from = rounds.length;
    perCallNs = usualPerCall(rounds, from);
    calls = min(callsFor(sliceNs, perCallNs), calls * 2, mostCalls());
  }

  /** Excludes earlier rounds, because their code was different. */
  function* hasten() {
    yield* task.hasten(calls);
    from = rounds.length;
  }

  let isHastened = false;
  const isLong = () => calls === 1 && lastPerCall(rounds) > warmNs;
  // A collection can make a single call long.
  const areLong = () => calls === 1 && leastPerCall(rounds) > warmNs;
  // A long call is measured rather than spent on the warm-up. A first call can take 40 times as long as a warm one, so
  // only calls that no longer fall show whether they are long.
  let counted = null;
  let mayBeLong = isLong();
  while (mayBeLong && !isTooLong()) {
    if (counted) counted.phase = 'warm-up';
    const beforeNs = lastPerCall(rounds);
    counted = yield* round(1, 'measured', true);
    perCallNs = counted.ns;
    const mayBeCold = perCallNs < STILL_FALLING * beforeNs || (hasOwnTime && spentNs() + perCallNs < LONG_WARMUP_NS);
    mayBeLong = isLong() && mayBeCold;
  }
  if (counted && !isLong()) {
    counted.phase = 'warm-up';
    counted = null;
    calls = min(callsFor(sliceNs, perCallNs), 2, mostCalls());
  }
  const isOfMany = () => perCallNs >= MANY_FUNCTIONS_NS;
  const isLongEnough = () => isEnough() && (!isOfMany() || spentNs() >= ofManyNs);

  function isSettled() {
    const fall = fallOf(rounds, from);
    // Interrupted rounds do not show it. V8 may then be far from done with many functions.
    return fall === null ? !isOfMany() || !hasOwnTime : fall <= FALL_SHARE;
  }
  const isWarm = () => isLongEnough() && task.isOptimized() && isSteady(rounds, from) && isSettled();
  while (!isTooLong() && !isWarm() && !areLong()) {
    // Late: V8's compiler waits for a core, or takes 150 ms to optimize a loop of slow calls.
    if (!isHastened && isEnough()) {
      isHastened = true;
      yield* hasten();
    }
    yield* slice();
  }
  samples.isWarm = areLong() || isWarm();
  samples.isFalling = !areLong() && fallOf(rounds, from) > FALLING_SHARE;
  if (!isHastened && !areLong()) {
    const isChanged = !task.isOptimized();
    yield* hasten();
    for (let i = 0; isChanged && i < RUNS_TO_LEARN && !samples.stopped; i++) yield* slice();
  }
  task.finishCompiling();
  return { calls, perCallNs, counted };
}

/** Runs slices that grow from one call. Returns the calls of the next. */
function* grow({ samples: { rounds }, round, mostCalls }, sliceNs, isTooLong) {
  let calls = 1;
  let { ns } = rounds[0];
  while (ns < sliceNs * 0.7 && !isTooLong()) {
    const done = yield* round(calls, 'warm-up', false);
    ({ ns } = done);
    if (calls === mostCalls()) break;
    calls = min(mostCalls(), ceil(done.calls * GROWTH));
  }
  return calls;
}

/** Runs a slice. Returns whether the first use of pages took much of its time. */
function* usesNewPages({ round, clock }, calls) {
  const before = clock.pageFaults();
  const { ns } = yield* round(calls, 'warm-up', true);
  return (clock.pageFaults() - before) * PAGE_NS > PAGES_SHARE * ns;
}

function observe({ samples, round, heap, clock: { steadyNs, cpuNs } }, goalNs, calls) {
  const dueNs = steadyNs() + goalNs / 4;
  const dueCpuNs = cpuNs() + goalNs / 20;
  const enough = () => cpuNs() >= dueCpuNs || steadyNs() >= dueNs || samples.stopped !== null;
  return observeAllocation({ round: (few) => round(few, 'warm-up', false), calls, heap, enough });
}

/** Skips rounds in which the clock jumped. */
function lastPerCall(rounds) {
  let i = rounds.length - 1;
  while (i > 0 && rounds[i].ns < 0) i--;
  return rounds[i].ns / rounds[i].calls;
}

/** Median of three to five rounds: one may have been interrupted, or read almost no time because the clock jumped. */
function usualPerCall(rounds, from) {
  const values = [];
  for (let i = max(0, rounds.length - 5, min(from, rounds.length - FEWEST_FOR_MEDIAN)); i < rounds.length; i++) {
    values[values.length] = rounds[i].ns / rounds[i].calls;
  }
  return median(values);
}

/** Of the last five rounds */
function leastPerCall(rounds) {
  let least = Infinity;
  for (let i = max(0, rounds.length - 5); i < rounds.length; i++) {
    if (rounds[i].ns >= 0) least = min(least, rounds[i].ns / rounds[i].calls);
  }
  return least;
}

/** Share by which the times fell from the second quarter of the time to the last half; null if that is unknown. */
function fallOf(rounds, from) {
  let allNs = 0;
  for (let i = from; i < rounds.length; i++) allNs += max(0, rounds[i].ns);
  const early = [];
  const late = [];
  let ns = 0;
  for (let i = from; i < rounds.length; i++) {
    ns += max(0, rounds[i].ns);
    if (rounds[i].preemptions > 0 || ns < allNs / 4) continue;
    const window = ns <= allNs / 2 ? early : late;
    window[window.length] = rounds[i].ns / rounds[i].calls;
  }
  if (early.length < FEWEST_IN_WINDOW || late.length < FEWEST_IN_WINDOW) return null;
  return 1 - median(late) / median(early);
}

function isSteady(rounds, from) {
  const latest = [];
  let ns = 0;
  for (let i = rounds.length - 1; i >= from && (latest.length < STEADY_ROUNDS || ns < STEADY_NS); i--) {
    if (rounds[i].preemptions > 0) continue;
    latest[latest.length] = rounds[i].ns / rounds[i].calls;
    ns += rounds[i].ns;
    if (latest.length === MOST_STEADY_ROUNDS) break;
  }
  if (latest.length < STEADY_ROUNDS) return false;
  const middle = latest.length >> 1;
  const halves = [[], []];
  for (let i = 0; i < 2 * middle; i++) halves[i < middle ? 0 : 1][i % middle] = latest[i];
  const early = median(halves[1]);
  return early - median(halves[0]) <= STEADY_SHARE * early;
}

module.exports = { warmUp };
