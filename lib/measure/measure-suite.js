'use strict';

/*
 * From the tests of a suite to samples: setup and first call of each, warm-up of each, then rounds in
 * which the tests take turns in short slices. Two equal functions that compute differ by 0.01 to 0.04 % so;
 * one after the other, by as much as the machine drifts in between, some per cent.
 */

const { withTimeout } = require('./with-timeout');
const { hook } = require('./hook');
const { createTally, watchWaiting, MOST_GOALS, BUSY_SLICE_NS } = require('./neighbours');
const { createOrder } = require('./order');
const { sliceNsOf } = require('./schedule');
const { setSlices, setCalls, copiesOf, SLICE_NS, MOST_ROUNDS } = require('./slices');
const { progressOf } = require('./progress');
const { openHandles, leftOpen } = require('../host/handles');
const { createReferences } = require('./references');
const { warmUp } = require('./warm-up');
const { createTask } = require('./task');

const { max, min, ceil } = Math;

// Where slices take longer, the references run before each of them and not once in a round.
const STALE_NS = 1e7;

// Rounds that let V8 forget what the warm-up of the other tests has taught it, where there are many.
const SETTLING_ROUNDS = 3;
const MANY_ROUNDS = 60;

// The loop turns this often between rounds, for signals and for what a test itself has queued.
const TURN_NS = 2e7;

// Looks at which a suite may end early, as shares of its time. By plan, because looking after each
// round and stopping at the first narrow interval makes 5 % wrong answers into 8 %.
const LOOKS = [0.25, 0.5, 0.75];

/**
 * @typedef {object} Member one test of a suite under way
 * @property {object} test as parseSuite made it
 * @property {number} index of the test in the suite
 * @property {boolean} isTwin a second run of another member's test, which shows the noise floor
 * @property {object} task see task.js
 * @property {object} progress
 * @property {object|null} failure as loops tell it, with the stage: 'setup', 'test' or 'teardown'
 * @property {number} spentNs of its time so far, warm-up, references and what lies between included
 * @property {number} every it takes part in each so many rounds, a power of two
 * @property {number} perCallNs as the warm-up found it
 * @property {number} calls of a slice
 * @property {number} sliceNs how long one is to take
 * @property {boolean} collects whether its slices are long, to hold their share of collections
 * @property {string[]} handles that its warm-up has left open
 * @property {boolean} measured whether there is a round that counts
 * @property {object} tally of these, see neighbours.js
 * @property {number} callsDone in these rounds
 * @property {object|null} memory what memoryPass returned
 * @property {object|null} coldCache what coldCachePass returned
 */

/**
 * Measures a suite.
 *
 * @param {object} state { tests, plan, members: [], current }; members are added, and can be read at any
 *   time; current is the one whose code runs now
 * @param {Array} state.tests as parseSuite makes them
 * @param {object} state.plan { timeGoal (seconds per test), calls (of each test in all, in place of the time; 0
 *   or undefined for none), twin, order, inline, asynchronous, memory, cache, keepsTime (whether it ends in its time also
 *   where neighbours took most of it) }
 * @param {object} tools { clock, heap, calibration, natives, late(name), watchdog }
 * @param {{ between: function(), enough: function(): boolean, trying: function, warmed: function, begun: function }} watch between: called
 *   after each round, outside all slices; enough: asked at the planned looks whether the suite may end; trying(index), where it is
 *   given: before each step of a test, index being that of it; warmed(member, calls), where it is given: steps at the end of a test's
 *   warm-up, calls being those of a slice; begun(member), where it is given: before its code runs, where errors can come in later turns
 * @yields {[{ run: function }, number]} answered with ns, or with { failure, ns }
 */
function* measureSuite(state, tools, watch) {
  const { tests, plan } = state;
  const { clock, watchdog } = tools;
  const { steadyNs } = clock;
  const references = createReferences(tools);
  const goalNs = plan.timeGoal * 1e9;
  const goalCalls = plan.calls || Infinity;
  // Loaded before a test can change what they capture.
  const passes = plan.memory || plan.cache === 'cold' ? require('./passes') : null;
  const sliceNs = sliceNsOf(goalNs, clock, { longestNs: SLICE_NS, mostRounds: MOST_ROUNDS });

  const limitMs = ({ timeoutSeconds }) => (timeoutSeconds || max(5, 10 * plan.timeGoal)) * 1000;

  function* tried(member, stage, steps) {
    state.current = member;
    if (watch.trying) watch.trying(member.index);
    if (plan.asynchronous && watch.begun) watch.begun(member);
    const { failure, value } = yield* withTimeout(steps, watchdog, limitMs(member.test));
    state.current = null;
    if (failure && !member.failure) {
      member.failure = { stage, ...failure };
      // What answers later is not to go on calling.
      member.task.close();
    }
    return value;
  }

  function createMember(test, index, isTwin) {
    const progress = { loop: null, calls: 0, slice: 0 };
    const task = createTask({ ...test, inline: plan.inline, isAmongOthers: tests.length > 1 }, { ...tools, references, late: () => tools.late(test.name) }, progress);
    const member = {
      test, index, isTwin, task, progress, failure: null, spentNs: 0, every: 1, perCallNs: 0, calls: 1, sliceNs: 0,
      collects: false, handles: [], isSetUp: false, measured: false, tally: createTally(), callsDone: 0, memory: null, coldCache: null,
    };
    if (!isTwin) state.members[state.members.length] = member;
    return member;
  }

  function* open(member) {
    const { setup } = member.test;
    if (setup && !member.isTwin) yield* tried(member, 'setup', one(hook(setup)));
    if (member.failure) return;
    member.isSetUp = true;
    const started = steadyNs();
    yield* tried(member, 'test', member.task.open());
    member.spentNs += steadyNs() - started;
    yield* turned(member);
  }

  /** A turn of the event loop: what a test has thrown there is told while it is known whose that is. */
  function* turned(member) {
    if (!plan.asynchronous) return;
    const turn = { run: (calls, done) => clock.nextTurn(() => done(null, 0)) };
    if (member.failure) yield [turn, 0];
    else yield* tried(member, 'test', one(turn));
  }

  function* warm(member, isKeptWaiting) {
    const startedNs = steadyNs();
    const before = openHandles();
    const watched = watchdog.isRunning();
    const found = yield* tried(member, 'test', warmUp(member.task, startedNs, goalNs, sliceNs, isKeptWaiting));
    if (found) yield* tried(member, 'test', member.task.addCopies(copiesOf(goalNs, found.perCallNs) - 1));
    if (found && watch.warmed) yield* tried(member, 'test', watch.warmed(member, found.calls));
    member.task.packRounds();
    member.spentNs += steadyNs() - startedNs;
    if (!found) return;
    member.perCallNs = found.perCallNs;
    member.calls = found.calls;
    // The watchdog's timer is ours.
    if (!watched && watchdog.isRunning()) before.Timeout = (before.Timeout || 0) + 1;
    member.handles = leftOpen(before);
  }

  /** Tests in turns with each other, from their setup to their teardown. */
  function* together(own, isFirst, isLast) {
    const members = [];
    const isKeptWaiting = watchWaiting(clock);
    const mayGoOn = () => !plan.keepsTime && isKeptWaiting();
    for (let i = 0; i < own.length; i++) {
      members[i] = createMember(own[i], state.members.length, false);
      yield* open(members[i]);
      watch.between();
    }
    const twinned = plan.twin && isFirst && twinOf(members);
    if (twinned) {
      twin = createMember(twinned.test, twinned.index, true);
      members[members.length] = twin;
      // Behind all others, whose places are those of their tests.
      if (isLast) state.members[state.members.length] = twin;
      yield* open(twin);
    }
    for (let i = 0; i < members.length; i++) {
      if (!members[i].failure) {
        yield* warm(members[i], isKeptWaiting);
        yield* turned(members[i]);
      }
      watch.between();
    }

    if (goalCalls < Infinity) setCalls(members, goalCalls);
    else setSlices(members, goalNs, sliceNs, isKeptWaiting() ? BUSY_SLICE_NS : Infinity);
    const orderOf = createOrder(plan.order, members.length);
    let settling = 0;
    for (let i = 0; i < members.length; i++) if (goalCalls === Infinity && goalNs > MANY_ROUNDS * members[i].sliceNs) settling = SETTLING_ROUNDS;
    let latest = steadyNs();
    let turnedNs = latest;
    let ran = null;
    let looks = 0;

    function* slice(member, turn, isFresh) {
      if (!isFresh) yield* references.read();
      const phase = turn < settling && member.every === 1 ? 'warm-up' : 'measured';
      const calls = min(member.calls, goalCalls - member.callsDone);
      const done = yield* tried(member, 'test', member.task.round(calls, phase, false, turn));
      if (phase === 'measured') {
        member.measured = true;
        if (done) {
          member.callsDone += done.calls;
          member.tally.add(done);
        }
        if (goalCalls === Infinity && member.tally.areTooLong(member.sliceNs)) shorten(member, members);
      }
      const now = steadyNs();
      member.spentNs += now - latest;
      latest = now;
    }

    for (let turn = 0; ; turn++) {
      const place = orderOf();
      let left = 0;
      let readNs = -Infinity;
      for (let k = 0; k < members.length; k++) {
        const member = members[place(turn, k)];
        if (isFinished(member, goalNs, goalCalls, mayGoOn)) continue;
        left++;
        if (turn % member.every !== 0) continue;
        const isFresh = latest - readNs < STALE_NS;
        if (!isFresh) readNs = latest;
        yield* slice(member, turn, isFresh);
        ran = member;
      }
      if (left === 0) break;
      if (ran && latest - turnedNs > TURN_NS) {
        yield* turned(ran);
        turnedNs = steadyNs();
      }
      watch.between();
      if (looks < LOOKS.length && progressOf(state).share >= LOOKS[looks]) {
        looks++;
        if (watch.enough()) break;
      }
    }

    if (passes) yield* passes.runPasses({ members, plan }, tools, tried, watch.between);

    for (let i = 0; i < members.length; i++) {
      const { test, isSetUp, isTwin } = members[i];
      if (members[i].progress.loop && !members[i].failure) yield* tried(members[i], 'test', one(strayAnswers(members[i].progress.loop, clock)));
      if (test.teardown && isSetUp && !isTwin) yield* tried(members[i], 'teardown', one(hook(test.teardown)));
    }
  }

  let twin = null;
  const groups = groupsOf(tests);
  for (let i = 0; i < groups.length; i++) yield* together(groups[i], i === 0, i === groups.length - 1);
  if (twin && groups.length > 1) state.members[state.members.length] = twin;
}

/**
 * Tests that take turns: those of one combination of parameters. What they are set up with is often in variables that all
 * combinations share, and they are only compared among themselves.
 */
function groupsOf(tests) {
  const groups = [];
  for (let i = 0; i < tests.length; i++) {
    if (i === 0 || tests[i].group !== tests[i - 1].group) groups[groups.length] = [];
    const latest = groups[groups.length - 1];
    latest[latest.length] = tests[i];
  }
  return groups;
}

/** One request as steps. */
function* one(step) {
  return yield [step, 1];
}

/** A turn of the event loop: answers of a callback test that no call waited for are there by then. */
const strayAnswers = (loop, clock) => ({
  run(calls, done) {
    clock.nextTurn(() => {
      const surplus = loop.surplus();
      loop.close();
      done(surplus, 0);
    });
  },
});

/** The test to run twice: the first that works, where there is another to compare it with. */
function twinOf(members) {
  let first = null;
  let working = 0;
  for (let i = 0; i < members.length; i++) {
    if (members[i].failure) continue;
    working++;
    if (!first) first = members[i];
  }
  return working > 1 ? first : null;
}

/** Halves the slices of a test; of tests that collect garbage those of all of them, which have to be of one length. */
function shorten(member, members) {
  for (let i = 0; i < members.length; i++) {
    const one = members[i];
    if (one !== member && !(member.collects && one.collects)) continue;
    one.calls = ceil(one.calls / 2);
    one.sliceNs = one.calls * one.perCallNs;
  }
}

/** Whether a member has had its time; each has one measured slice at least, and more time where neighbours took it. */
function isFinished(member, goalNs, goalCalls, mayGoOn) {
  const { failure, task: { samples }, spentNs, sliceNs, measured, callsDone, tally } = member;
  if (failure || samples.stopped) return true;
  if (goalCalls < Infinity) return callsDone >= goalCalls;
  if (!measured || spentNs + sliceNs / 2 < goalNs) return false;
  if (tally.isEnough(goalNs, sliceNs, samples.allocation) || !mayGoOn()) return true;
  samples.isProlonged = true;
  return spentNs + sliceNs / 2 >= MOST_GOALS * goalNs;
}

module.exports = { measureSuite };
