'use strict';

/*
 * Measures one call whose data is not in the caches, in a separate pass after the timing. For each sample:
 * - a walk over a buffer of twice the size of the caches evicts everything;
 * - a call of another empty loop fetches the clock and V8's code for such a call;
 * - a run of no calls fetches the loop around the test;
 * - one call is timed.
 * An empty test is measured in the same way, and its time is subtracted. Several loops around each take turns.
 *
 * The loops read the clock before each call, because no processor executes ahead over that reading. Without it a
 * processor predicts a call in the run of no calls, and fetches the first data of the test: eight lines of memory then
 * read 0.4 us instead of 0.6.
 */

const { filter: filtered, map: mapped, isInterrupted, TOP } = require('../samples/round');
const { tQuantile } = require('../../base/stats/distributions');
const { independentBatches, median, medianInterval, variance } = require('../../base/stats/sample');
const { createTurn } = require('./run-steps');
const { GROWTH } = require('./slices');
const { forceTop } = require('./tiers');

const { ceil, floor, max, hypot, sqrt } = Math;

// Share of the time of a test. FEWEST_PAIRS samples are always taken for an interval, and 30 within twice that time.
const TIME_SHARE = 1 / 2;
const FEW_SAMPLES = 30;
const MOST_SAMPLES = 500;

// Times of loops differ with their addresses: by 10 ns, for promise tests by 50, and sometimes by 400.
const EMPTY_LOOPS = 8;
const TEST_LOOPS = 4;

// With interpreted loops an empty test reads 1900 ns. Limits of the time for V8's compiler, and for tests that wait.
const LONGEST_RUN_NS = 1e6;
const LONGEST_RUN_UNASKED_NS = 5e6;
const WARMUP_CPU_NS = 1e8;
const WARMUP_NS = 5e8;
const WARMUP_TURNS = 300;

const SAME_INPUT = {};
const prepare = (loop, calls) => [{ run: loop.prepare || ((count, done) => done(null, 0)) }, calls];

/** usher: empty loop that runs before each sample. all: in the order of the warm-up, with possibly slow tests last. */
function loopsOf(task, { clock, calibration }) {
  const { form, samples: { kind } } = task;
  const emptyForm = { ...form, each: form.each && (() => SAME_INPUT), after: null, before: clock.nowNs };
  const emptyLoop = () => calibration.emptyLoop(kind, emptyForm);
  const usher = emptyLoop();
  const all = [usher];
  const empties = [];
  const tests = [];
  for (let i = 0; i < EMPTY_LOOPS; i++) empties[i] = all[all.length] = emptyLoop();
  for (let i = 0; i < TEST_LOOPS; i++) tests[i] = all[all.length] = task.extraLoop({ before: clock.nowNs });
  return { usher, all, empties, tests };
}

function createCaller({ usher, tests }, progress) {
  function* counted(loop, calls) {
    progress.slice = filtered(tests, (test) => test === loop).length * calls;
    const ns = yield [loop, calls];
    progress.calls += progress.slice;
    if (loop.finisher) yield [loop.finisher, calls];
    if (loop.discard) loop.discard();
    return ns;
  }

  return {
    * run(loop, calls) {
      yield prepare(loop, calls);
      return yield* counted(loop, calls);
    },
    * prepareBoth(loop) {
      yield prepare(usher, 1);
      yield prepare(loop, 1);
    },
    * usheredIn(loop) {
      // An asynchronous call then begins as an empty one: leaving a timer's callback with cold code takes 40 us.
      yield [usher, 1];
      yield [loop, 0];
      return yield* counted(loop, 1);
    },
  };
}

function* hasten(loops, { run }, natives) {
  if (natives === null || !natives.canOptimize) return;
  const late = filtered(loops, ({ code }) => natives.tierOf(code) !== TOP);
  const each = function* (calls) { for (let i = 0; i < late.length; i++) yield* run(late[i], calls); };
  yield* forceTop(natives, mapped(late, ({ code }) => code), each, 1);
}

function* warmUp(loops, mostCalls, caller, turn, { clock: { nowNs, cpuNs }, natives = null }) {
  const endNs = nowNs() + WARMUP_NS;
  const endCpuNs = cpuNs() + WARMUP_CPU_NS;
  const isOver = () => cpuNs() >= endCpuNs || nowNs() >= endNs;
  const longestNs = natives === null ? LONGEST_RUN_UNASKED_NS : LONGEST_RUN_NS;
  for (let i = 0; i < loops.length; i++) {
    for (let calls = 1; calls <= mostCalls; calls = ceil(calls * GROWTH)) {
      if ((yield* caller.run(loops[i], calls)) > longestNs || isOver()) break;
    }
  }
  yield* hasten(loops, caller, natives);
  for (let i = 0; i < WARMUP_TURNS && !isOver(); i++) {
    for (let k = 1; k < loops.length && !isOver(); k++) {
      yield* caller.prepareBoth(loops[k]);
      yield* caller.usheredIn(loops[k]);
    }
    yield* turn();
  }
  // Runs of no calls are new to the code and can make V8 discard it.
  yield* hasten(loops, caller, natives);
}

// About one line of memory, for the place of the test's function. Without it two of twenty empty tests read over 3 ns.
const LINE_NS = 60;

const FEWEST_PAIRS = 6; // for an interval

/** Pairs: { testNs, emptyNs, empty (its index), ns and cpuNs (of both, no walks) }. If most seem interrupted, all. */
function undisturbed(pairs) {
  const kept = filtered(pairs, ({ ns, cpuNs }) => !isInterrupted(ns, cpuNs));
  return kept.length >= max(FEWEST_PAIRS, pairs.length / 2) ? kept : pairs;
}

/** 95 % limit for the effect of places alone: t sd sqrt(1/n + 1/m), with the spread of the empty loops. */
function placementNs(pairs, testLoops) {
  const medians = [];
  for (let i = 0; i < EMPTY_LOOPS; i++) {
    const group = filtered(pairs, ({ empty }) => empty === i);
    if (group.length > 0) medians[medians.length] = median(mapped(group, ({ emptyNs }) => emptyNs));
  }
  const m = medians.length;
  return m < 2 ? 0 : tQuantile(0.975, m - 1) * sqrt(variance(medians) * (1 / testLoops + 1 / m));
}

/** Median of the differences. The noise of samples, places, a line of memory and a clock step are independent. */
function summarizeColdCache(pairs, testLoops, clockGrainNs) {
  const used = undisturbed(pairs);
  const differences = mapped(used, ({ testNs, emptyNs }) => testNs - emptyNs);
  const centre = median(differences);
  const { low, high } = medianInterval(independentBatches(differences));
  const others = hypot(placementNs(used, testLoops), LINE_NS, clockGrainNs);
  const below = hypot(centre - low, others);
  const above = hypot(high - centre, others);
  return {
    nsPerCall: max(0, centre), nsLow: max(0, centre - below), nsHigh: max(0, centre + above), samples: used.length,
    resolutionNs: max((below + above) / 2, 2 * clockGrainNs),
  };
}

/** Returns the `coldCache` of a row for a task that has been measured. plan: { timeGoal, asynchronous }. */
function* measureColdCache(task, plan, tools, evictor, progress) {
  const { nowNs, cpuNs } = tools.clock;
  const loops = loopsOf(task, tools);
  const caller = createCaller(loops, progress);
  const turn = createTurn(plan, tools.clock);
  const budgetNs = plan.timeGoal * 1e9 * TIME_SHARE;

  function* sample(loop) {
    yield* caller.prepareBoth(loop);
    evictor.evict();
    const startedNs = nowNs();
    const startedCpuNs = cpuNs();
    const ns = yield* caller.usheredIn(loop);
    return { ns, allCpuNs: cpuNs() - startedCpuNs, allNs: nowNs() - startedNs };
  }

  yield* warmUp(loops.all, task.mostCalls(), caller, turn, tools);
  const startedNs = nowNs();

  function isEnough(samples) {
    const spentNs = nowNs() - startedNs;
    if (samples >= FEW_SAMPLES) return samples >= MOST_SAMPLES || spentNs > budgetNs;
    return samples >= FEWEST_PAIRS && spentNs > 2 * budgetNs;
  }

  // Always in this order: one walk leaves up to a third of the most recent data, so two walks must separate two samples
  // of the test. Otherwise an empty test read 130 to 600 ns.
  const pairs = [];
  for (let i = 0; !isEnough(i); i++) {
    const empty = i % EMPTY_LOOPS;
    const one = yield* sample(loops.tests[(i + floor(i / EMPTY_LOOPS)) % TEST_LOOPS]);
    const other = yield* sample(loops.empties[empty]);
    pairs[i] = {
      testNs: one.ns, emptyNs: other.ns, empty, ns: one.allNs + other.allNs, cpuNs: one.allCpuNs + other.allCpuNs,
    };
    yield* turn();
  }
  return { ...summarizeColdCache(pairs, TEST_LOOPS, task.samples.clockGrainNs), evictedBytes: evictor.bytes };
}

module.exports = { measureColdCache, summarizeColdCache };
