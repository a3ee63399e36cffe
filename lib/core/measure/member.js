'use strict';

/* One test of a suite, from its setup to its teardown. An error in its code fails this test, not the suite. */

const engine = require('#engine');
const { callLimitMs, pause, withTimeout } = require('./run-steps');
const { chooseCopies, createTally } = require('./slices');
const { createTask } = require('./task');
const { hook, withSetupValue, openHandles, handlesOpenedSince, countLeftThreads } = require('./user-calls');
const { warmUp } = require('./warm-up');

const { max, min } = Math;

/**
 * @typedef {object} Member
 * @property {object} test see parseSuite
 * @property {number} index of the test in its suite
 * @property {object} task see task.js
 * @property {object} progress the current loop, and the numbers of calls done and of calls in its slice
 * @property {boolean} isTwin whether it is the second run of a test, for the noise floor
 * @property {boolean} isSetUp whether a teardown is due
 * @property {Member|null} twin other run of this test
 * @property {object|null} failure of a loop, with the stage: 'setup', 'test' or 'teardown'
 * @property {number} spentNs time so far, including warm-up and references
 * @property {number} every a power of two, n: it runs in every n-th round
 * @property {number} perCallNs expected time of one call
 * @property {number} calls of a slice
 * @property {number} sliceNs expected time of a slice
 * @property {boolean} collects whether its slices are long enough to contain collections
 * @property {string[]} handles left open by its warm-up, and threads since its first call
 * @property {number} workers threads left by its first call
 * @property {boolean} measured whether it has a round that counts
 * @property {object} tally of the rounds that count, see slices.js
 * @property {number} callsDone calls in the rounds that count
 * @property {object|null} memory result of the memory pass
 * @property {object|null} coldCache result of the pass with cold caches
 * @property {string|null} endedEarly reason: 'clear' or 'precise'
 */

function createMember(run, test, index, isTwin) {
  const progress = { loop: null, calls: 0, slice: 0, startBytes: null };
  return {
    test, index, isTwin, twin: null, task: taskOf(run, test, progress), progress, failure: null, spentNs: 0, every: 1,
    perCallNs: 0, calls: 1, sliceNs: 0, collects: false, handles: [], workers: 0, isSetUp: false,
    setupValue: undefined, measured: false, tally: createTally(), callsDone: 0, memory: null, coldCache: null,
    endedEarly: null,
  };
}

function* tryStage({ state, plan, tools: { watchdog }, watch }, member, stage, steps) {
  state.current = member;
  if (watch.trying) watch.trying(member.index);
  if (plan.asynchronous && watch.begun) watch.begun(member);
  const { timeoutSeconds } = member.test;
  const limitMs = timeoutSeconds ? timeoutSeconds * 1000 : callLimitMs(plan.timeGoal);
  const outcome = yield* withTimeout(steps, watchdog, limitMs, watch.mostMs);
  const { failure } = outcome;
  const { twin, task: { samples } } = member;
  // Both fill the same arrays.
  if (twin && samples.stopped) twin.task.samples.stopped = samples.stopped;
  state.current = null;
  if (failure && !member.failure) {
    member.failure = { stage, ...failure };
    // A late answer must not start the next call.
    member.task.close();
  }
  // Not `outcome.value` of a failure: a test can have given all objects a `value` that throws.
  return failure ? undefined : outcome.value;
}

function taskOf({ state: { tests }, plan, tools }, test, progress) {
  const own = { ...test, inline: plan.inline, isAmongOthers: tests.length > 1 };
  return createTask(own, { ...tools, late: () => tools.late(test.name) }, progress);
}

function* one(step) { return yield [step, 1]; }

function* openMember(run, member) {
  const { steadyNs } = run.tools.clock;
  const { test } = member;
  const keep = (value) => { member.setupValue = value; };
  if (test.setup && !member.isTwin) yield* tryStage(run, member, 'setup', one(hook(test.setup, keep)));
  if (member.failure) return;
  member.isSetUp = true;
  // Other tests of this process may retain memory, too.
  if (run.plan.memory && run.state.tests.length === 1) member.progress.startBytes = run.tools.heap.inUse();
  const workers = openHandles().Worker || 0;
  member.test = withSetupValue(test, member.setupValue);
  if (member.test !== test) member.task = taskOf(run, member.test, member.progress);
  const started = steadyNs();
  yield* tryStage(run, member, 'test', member.task.open(member.setupValue));
  member.spentNs += steadyNs() - started;
  yield* awaitTurn(run, member);
  member.workers = max(0, (openHandles().Worker || 0) - workers);
}

function* awaitTurn(run, member) {
  if (!run.plan.asynchronous) return;
  const turn = pause(run.tools.clock.nextTurn);
  if (member.failure) yield [turn, 0];
  else yield* tryStage(run, member, 'test', one(turn));
}

function* warmMember(run, member, isKeptWaiting) {
  const { tools: { clock: { steadyNs }, watchdog }, watch, goalNs, sliceNs } = run;
  const { task } = member;
  const hasOwnTime = Boolean(watch.nextTurn) || run.plan.warmsUpFully === true;
  const startedNs = steadyNs();
  const before = openHandles();
  // Without the threads of tests that were opened meanwhile.
  before.Worker = max(0, (before.Worker || 0) - member.workers);
  const watched = watchdog.isRunning();
  const found = yield* tryStage(run, member, 'test',
    warmUp(task, startedNs, goalNs, sliceNs, isKeptWaiting, hasOwnTime));
  if (found) {
    const copies = min(chooseCopies(goalNs, found.perCallNs), run.plan.mostLoops || Infinity);
    yield* tryStage(run, member, 'test', task.addCopies(copies - 1));
  }
  if (found && watch.warmed) yield* tryStage(run, member, 'test', watch.warmed(member, found.calls));
  task.packRounds();
  member.spentNs += steadyNs() - startedNs;
  // Outside of the timer whose callback may have ended the last call.
  yield* awaitTurn(run, member);
  if (!found) return;
  if (found.counted) {
    member.measured = true;
    member.tally.add(found.counted);
  }
  member.perCallNs = found.perCallNs;
  member.calls = found.calls;
  // This timer was opened by the watchdog, not by the test.
  if (!watched && watchdog.isRunning()) before.Timeout = (before.Timeout || 0) + 1;
  const threads = countLeftThreads();
  member.handles = handlesOpenedSince(before);
  task.samples.ownThreads = countLeftThreads() - threads;
}

// Other passes would include the rest of a test of which only parts are timed.
const isWhole = ({ task: { samples } }) => !samples.isInParts;

const isMeasured = ({ failure, isTwin, isSetUp, measured, task }) => (
  !failure && !isTwin && isSetUp && (measured || task.samples.stopped !== null));

function passesFor(run) {
  const { plan, tools, watch } = run;
  const isCold = plan.cache === 'cold';
  if (isCold && engine.lacks.coldCache) {
    throw new TypeError(`bench: ${engine.lacks.coldCache}. Leave out the cache option, or measure in Node.js`);
  }
  // Loaded before a test can replace builtins.
  const coldCachePass = isCold && require('./cold-cache').measureColdCache;
  const memoryPass = plan.memory && require('./memory-pass').measureMemory;
  const live = plan.memory ? tools.heap.createLiveWatch() : null;

  return function* runPasses(members) {
    function* each(steps, store) {
      for (let i = 0; i < members.length; i++) {
        if (!isMeasured(members[i]) || !isWhole(members[i])) continue;
        store(members[i], (yield* tryStage(run, members[i], 'test', steps(members[i]))) || null);
        watch.between();
      }
    }

    if (tools.measureNotInlined && !plan.calls) {
      yield* each(({ task, test }) => tools.measureNotInlined(task, test.fn, tools, plan.timeGoal * 1e9),
        ({ task }, found) => { task.samples.notInlined = found; });
    }
    if (isCold) {
      const evictor = tools.evictor || engine.createEvictor();
      yield* each(({ task, progress }) => coldCachePass(task, plan, tools, evictor, progress),
        (member, found) => { member.coldCache = found; });
      evictor.free();
    }
    // Last: V8's account of collections slows everything that runs later in the process.
    if (plan.memory) {
      const ofPass = { ...tools, live };
      yield* each(({ task, progress }) => memoryPass(task, plan, ofPass, progress), (member, found) => {
        member.memory = found;
        // A slice that failed has not ended its watches.
        tools.heap.watched();
        if (live) live.close();
      });
    }
  };
}

/** A turn of the event loop, in which surplus answers of a callback test arrive. */
const strayAnswers = (loop, clock) => ({
  run(calls, done) {
    clock.nextTurn(() => {
      const surplus = loop.surplus();
      loop.close();
      done(surplus, 0);
    });
  },
});

function* closeMember(run, member) {
  const { progress: { loop }, failure } = member;
  if (loop && !failure) yield* tryStage(run, member, 'test', one(strayAnswers(loop, run.tools.clock)));
  yield* tearDown(run, member);
}

function* tearDown(run, member) {
  const { test, isSetUp, isTwin, setupValue } = member;
  member.isSetUp = false;
  const teardown = hook(() => test.teardown(setupValue));
  if (test.teardown && isSetUp && !isTwin) yield* tryStage(run, member, 'teardown', one(teardown));
}

module.exports = { createMember, tryStage, openMember, awaitTurn, warmMember, passesFor, closeMember, tearDown };
