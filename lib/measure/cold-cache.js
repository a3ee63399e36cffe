'use strict';

/*
 * What one call takes whose data is not in the caches: a pass of its own after the timing. Before each sample a buffer
 * of twice the size of the caches is walked over. Then comes what is not the test's: a call of another empty loop
 * fetches the clock, the way there and what V8 needs for such a call, and a run of no calls the loop around the test.
 * Then one call is timed. The same is done with an empty test, whose time is taken off. Several loops around the test
 * take turns, and several empty ones.
 *
 * The loops read the clock before each call, because no processor runs ahead over that. Over the branch of a loop it
 * does: in a run of no calls it expects one, and fetches what the test reads first: eight lines read 0.4 us in place of
 * 0.6.
 *
 * With all of this as cold as the test an empty call takes 1 to 7 microseconds, which differ by 0.1 to 1 with the place
 * in memory: far more than a line that the test fetches.
 */

const { GROWTH } = require('../calibrate');
const { coldCacheOf, FEWEST_PAIRS } = require('./cold-cache-summary');
const { forceTop } = require('./top-tier');
const { createTurn } = require('./turn');
const { TOP } = require('../samples/round');

// Captured at load, because a measured test may change them.
const { ceil, floor } = Math;

// Of the time of a test; but a few samples at least, which give an interval, and more as long as that does not
// take twice as long.
const TIME_SHARE = 1 / 2;
const FEW_SAMPLES = 30;
const MOST_SAMPLES = 500;

// Their places differ, and so do their times: by 10 ns, of promise tests by 50, and now and then by 400, where code
// reaches into another page.
const EMPTY_LOOPS = 8;
const TEST_LOOPS = 4;

// Loops that are not compiled make an empty test read 1900 ns. V8 is told to compile them; where it cannot be, it finds
// them worth it. The time is the processor's, because the compiler waits for a core where neighbours are busy; by the
// clock it may take longer, but not for ever: a test can wait.
const LONGEST_RUN_NS = 1e6;
const LONGEST_RUN_UNASKED_NS = 5e6;
const WARMUP_CPU_NS = 1e8;
const WARMUP_NS = 5e8;
const WARMUP_TURNS = 300;

const SAME_INPUT = {};
const sameInput = () => SAME_INPUT;

const prepare = (loop, calls) => [{ run: loop.prepare || ((count, done) => done(null, 0)) }, calls];

/**
 * The loops of a pass: tests and empties, and the usher, an empty one that goes before each of them; all: the usher
 * first, then the others, the tests last, because a slow test takes all the time that there is for warming up.
 */
function loopsOf(task, { clock, calibration }) {
  const { form, samples: { kind } } = task;
  const emptyLoop = () => calibration.emptyLoop(
    kind, { ...form, each: form.each && sameInput, after: null, before: clock.nowNs });
  const usher = emptyLoop();
  const all = [usher];
  const empties = [];
  const tests = [];
  for (let i = 0; i < EMPTY_LOOPS; i++) empties[i] = all[all.length] = emptyLoop();
  for (let i = 0; i < TEST_LOOPS; i++) tests[i] = all[all.length] = task.extraLoop({ before: clock.nowNs });
  return { usher, all, empties, tests };
}

/** Calls of these loops as steps: run(loop, calls), and usheredIn(loop): one call, behind what is not the test's. */
function createCaller({ usher, tests }, progress) {
  const isTest = (loop) => {
    for (let i = 0; i < tests.length; i++) if (tests[i] === loop) return true;
    return false;
  };

  function* counted(loop, calls) {
    progress.slice = isTest(loop) ? calls : 0;
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
      // What ends in a later turn is then begun where another one ended, too: the way out of a timer's callback, with
      // cold code, takes 40 microseconds.
      yield [usher, 1];
      yield [loop, 0];
      return yield* counted(loop, 1);
    },
  };
}

/** Has those loops compiled that V8 has not come to. */
function* hasten(loops, { run }, natives) {
  if (natives === null || !natives.canOptimize) return;
  const late = [];
  const codes = [];
  for (let i = 0; i < loops.length; i++) {
    if (natives.tierOf(loops[i].code) === TOP) continue;
    codes[codes.length] = loops[i].code;
    late[late.length] = loops[i];
  }
  const each = function* (calls) { for (let i = 0; i < late.length; i++) yield* run(late[i], calls); };
  yield* forceTop(natives, codes, each, 1);
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
  // Runs of no calls are news to code that has always seen some.
  yield* hasten(loops, caller, natives);
}

/**
 * @param {object} task see task.js, measured
 * @param {object} plan { timeGoal (seconds), asynchronous }
 * @param {{ clock, calibration, natives }} tools natives null where V8 cannot be asked
 * @param {{ bytes: number, evict: function() }} evictor
 * @param {{ calls: number, slice: number }} progress kept up to date
 * @returns {import('./run-steps').Steps} what they return: a row's `coldCache`
 */
function* coldCachePass(task, plan, tools, evictor, progress) {
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

  // In this order, always: one walk leaves up to a third of what was used just before it, and so two lie between two
  // samples of the test. What ran before one walk, and what before two, made 130 to 600 ns of an empty test.
  const pairs = [];
  for (let i = 0; !isEnough(i); i++) {
    const empty = i % EMPTY_LOOPS;
    // Each with all of the empty ones.
    const one = yield* sample(loops.tests[(i + floor(i / EMPTY_LOOPS)) % TEST_LOOPS]);
    const other = yield* sample(loops.empties[empty]);
    const cpu = one.allCpuNs + other.allCpuNs;
    pairs[i] = { testNs: one.ns, emptyNs: other.ns, empty, ns: one.allNs + other.allNs, cpuNs: cpu };
    yield* turn();
  }
  return { ...coldCacheOf(pairs, TEST_LOOPS, task.samples.clockGrainNs), evictedBytes: evictor.bytes };
}

module.exports = { coldCachePass };
