'use strict';

/*
 * From the tests of a suite to samples: setup and first call of each, warm-up of each, then rounds in
 * which the tests take turns in short slices. Two equal functions that compute differ by 0.01 to 0.04 % so;
 * one after the other, by as much as the machine drifts in between, some per cent.
 */

const { attempt } = require('./attempt');
const { callsFor } = require('./calibrate');
const { createOrder } = require('./order');
const { warmUp, sliceNsOf, FEWEST_SLICES } = require('./schedule');
const { COLLECTIONS_FOR_MEDIAN } = require('./summary');
const { openHandles, leftOpen } = require('./handles');
const { createSubject, createReferences, isThenable, awaited } = require('./subject');

const { max, min, floor, round: nearest, log2 } = Math;

// Shorter than those of a test alone: an interruption of 25 microseconds, which comes every 4 ms on a busy
// virtual machine, then falls into one slice of ten, and the median of the ratios does not feel it. Two
// equal functions: 0.02 % apart with slices of 0.4 ms, 0.1 % with 1.5 ms.
const SLICE_NS = 5e5;
const MOST_ROUNDS = 6000;

// Where slices take longer, the references run before each of them and not once in a round.
const STALE_NS = 1e7;

// Rounds that let V8 forget what the warm-up of the other tests has taught it, where there are many.
const SETTLING_ROUNDS = 3;
const MANY_ROUNDS = 60;

// The loop turns this often between rounds, for signals and for what a test itself has queued.
const TURN_NS = 2e7;

// Collections take now more, now less: the time of a slice of 1.5 ms spreads by 4.7 %, of one of 25 ms by
// 0.8 %, and the median of 24 long ones is better than that of 400 short ones.
const COLLECTING_SLICE_NS = 25e6;
const COLLECTING_ROUNDS = 24;

// Loops around each test, see addCopies in subject.js; under eight they make no interval.
const MOST_COPIES = 24;
const FEWEST_COPIES = 8;
const NS_PER_COPY = 2.5e7;

// Calls this long do not feel where the loop around them lies.
const LONG_CALL_NS = 1e4;

// Looks at which a suite may end early, as shares of its time. By plan, because looking after each
// round and stopping at the first narrow interval makes 5 % wrong answers into 8 %.
const LOOKS = [0.25, 0.5, 0.75];

/** A hook of a test as a step: setup() or teardown(), of which the result is awaited. */
const hook = (action) => ({
  run(calls, done) {
    let value;
    let waits = false;
    try {
      value = action();
      waits = isThenable(value);
    } catch (error) {
      done({ error }, 0);
      return;
    }
    if (waits) awaited(value, (failure) => done(failure, 0));
    else done(null, 0);
  },
});

/**
 * @typedef {object} Member one test of a suite under way
 * @property {object} test as parseSuite made it
 * @property {boolean} isTwin a second run of another member's test, which shows the noise floor
 * @property {object} subject see subject.js
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
 */

/**
 * Measures a suite.
 *
 * @param {object} state { tests, plan, members: [], current }; members are added, and can be read at any
 *   time; current is the one whose code runs now
 * @param {Array} state.tests as parseSuite makes them
 * @param {object} state.plan { timeGoal (seconds per test), twin, order, inline, asynchronous }
 * @param {object} tools { clock, heap, calibration, late(name), watchdog }
 * @param {{ between: function(), enough: function(): boolean }} watch between: called after each round,
 *   outside all slices; enough: asked at the planned looks whether the suite may end
 * @yields {[{ run: function }, number]} answered with ns, or with { failure, ns }
 */
function* measureSuite(state, tools, watch) {
  const { tests, plan, members } = state;
  const { clock, watchdog } = tools;
  const { nowNs } = clock;
  const references = createReferences(tools);
  const goalNs = plan.timeGoal * 1e9;
  const sliceNs = sliceNsOf(goalNs, clock, { longestNs: SLICE_NS, mostRounds: MOST_ROUNDS });

  const limitMs = ({ timeoutSeconds }) => (timeoutSeconds || max(5, 10 * plan.timeGoal)) * 1000;

  function* tried(member, stage, steps) {
    state.current = member;
    const { failure, value } = yield* attempt(steps, watchdog, limitMs(member.test));
    state.current = null;
    if (failure && !member.failure) {
      member.failure = { stage, ...failure };
      // What answers later is not to go on calling.
      member.subject.close();
    }
    return value;
  }

  function createMember(test, isTwin) {
    const progress = { loop: null, calls: 0, slice: 0 };
    const subject = createSubject({ ...test, inline: plan.inline }, { ...tools, references, late: () => tools.late(test.name) }, progress);
    const member = {
      test, isTwin, subject, progress, failure: null, spentNs: 0, every: 1, perCallNs: 0, calls: 1, sliceNs: 0,
      collects: false, handles: [], isSetUp: false, measured: false,
    };
    members[members.length] = member;
    return member;
  }

  function* open(member) {
    const { setup } = member.test;
    if (setup && !member.isTwin) yield* tried(member, 'setup', one(hook(setup)));
    if (member.failure) return;
    member.isSetUp = true;
    const started = nowNs();
    yield* tried(member, 'test', member.subject.open());
    member.spentNs += nowNs() - started;
  }

  function* warm(member) {
    const startedNs = nowNs();
    const before = openHandles();
    const watched = watchdog.isRunning();
    const found = yield* tried(member, 'test', warmUp(member.subject, startedNs, goalNs, sliceNs));
    if (found) yield* tried(member, 'test', member.subject.addCopies(copiesOf(goalNs, found.perCallNs) - 1));
    member.spentNs += nowNs() - startedNs;
    if (!found) return;
    member.perCallNs = found.perCallNs;
    member.calls = found.calls;
    // The watchdog's timer is ours.
    if (!watched && watchdog.isRunning()) before.Timeout = (before.Timeout || 0) + 1;
    member.handles = leftOpen(before);
  }

  /** All that collect garbage get slices of one length: of different ones, two equal tests differed by 5 %. */
  function setSlices() {
    let collectingNs = 0;
    for (let i = 0; i < members.length; i++) collectingNs = max(collectingNs, collectingSliceNs(members[i], goalNs));
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      member.collects = collectingSliceNs(member, goalNs) > 0;
      const wantedNs = max(sliceNs, member.perCallNs, member.collects ? collectingNs : 0);
      member.every = 2 ** (nearest(log2(wantedNs / sliceNs)) || 0);
      // Without a figure (a coarse clock, no time) the calls of the warm-up have to do.
      if (member.perCallNs > 0) member.calls = min(callsFor(wantedNs, member.perCallNs), member.subject.mostCalls());
      member.sliceNs = member.calls * member.perCallNs;
    }
  }

  for (let i = 0; i < tests.length; i++) {
    yield* open(createMember(tests[i], false));
    watch.between();
  }
  const twinned = plan.twin && twinOf(members);
  if (twinned) yield* open(createMember(twinned.test, true));
  for (let i = 0; i < members.length; i++) {
    if (!members[i].failure) yield* warm(members[i]);
    watch.between();
  }

  setSlices();
  const orderOf = createOrder(plan.order, members.length);
  let settling = 0;
  for (let i = 0; i < members.length; i++) if (goalNs > MANY_ROUNDS * members[i].sliceNs) settling = SETTLING_ROUNDS;
  let latest = nowNs();
  let turnedNs = latest;
  let looks = 0;

  function* slice(member, turn, isFresh) {
    if (!isFresh) yield* references.read();
    const phase = turn < settling && member.every === 1 ? 'warm-up' : 'measured';
    yield* tried(member, 'test', member.subject.round(member.calls, phase, false, turn));
    if (phase === 'measured') member.measured = true;
    const now = nowNs();
    member.spentNs += now - latest;
    latest = now;
  }

  for (let turn = 0; ; turn++) {
    const place = orderOf();
    let left = 0;
    let readNs = -Infinity;
    for (let k = 0; k < members.length; k++) {
      const member = members[place(turn, k)];
      if (isFinished(member, goalNs)) continue;
      left++;
      if (turn % member.every !== 0) continue;
      const isFresh = latest - readNs < STALE_NS;
      if (!isFresh) readNs = latest;
      yield* slice(member, turn, isFresh);
    }
    if (left === 0) break;
    if (plan.asynchronous && latest - turnedNs > TURN_NS) {
      yield [{ run: (calls, done) => clock.nextTurn(() => done(null, 0)) }, 0];
      turnedNs = nowNs();
    }
    watch.between();
    if (looks < LOOKS.length && progressOf(state).share >= LOOKS[looks]) {
      looks++;
      if (watch.enough()) break;
    }
  }

  for (let i = 0; i < members.length; i++) {
    const { test, isSetUp, isTwin } = members[i];
    if (members[i].progress.loop && !members[i].failure) yield* tried(members[i], 'test', one(strayAnswers(members[i].progress.loop, clock)));
    if (test.teardown && isSetUp && !isTwin) yield* tried(members[i], 'teardown', one(hook(test.teardown)));
  }
}

/** The length of a slice that holds its share of collections, 0 where there are none or too few in all. */
function collectingSliceNs({ subject, perCallNs }, goalNs) {
  const { allocation } = subject.samples;
  if (!allocation || !allocation.callsPerCollection) return 0;
  const neededNs = COLLECTIONS_FOR_MEDIAN * allocation.callsPerCollection * perCallNs;
  if (!(neededNs < goalNs / FEWEST_SLICES)) return 0;
  return max(neededNs, min(COLLECTING_SLICE_NS, goalNs / COLLECTING_ROUNDS));
}

/** How many loops take turns around each test: as many as can be warmed up in a tenth of the time. */
function copiesOf(goalNs, perCallNs) {
  if (perCallNs > LONG_CALL_NS) return 1;
  const copies = min(MOST_COPIES, floor(goalNs / NS_PER_COPY));
  return copies < FEWEST_COPIES ? 1 : copies;
}

/** One request as steps. */
function* one(step) {
  return yield [step, 1];
}

/** A turn of the event loop: answers of a callback test that no call waited for are there by then. */
const strayAnswers = (loop, clock) => ({
  run(calls, done) {
    clock.nextTurn(() => {
      const strays = loop.strays();
      loop.close();
      done(strays > 0 ? { twice: true, index: -1 } : null, 0);
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

/** Whether a member has had its time; each has one measured slice at least. */
function isFinished({ failure, subject, spentNs, sliceNs, measured }, goalNs) {
  if (failure || subject.samples.stopped) return true;
  return measured && spentNs + sliceNs / 2 >= goalNs;
}

/** @returns {{ share: number, leftSeconds: number }} of the work that is done, 0..1, and how long the rest takes */
function progressOf({ members, tests, plan }) {
  const goalNs = plan.timeGoal * 1e9;
  let leftNs = goalNs * max(0, tests.length - members.length);
  let spentNs = 0;
  for (let i = 0; i < members.length; i++) {
    spentNs += members[i].spentNs;
    if (!members[i].failure) leftNs += max(0, goalNs - members[i].spentNs);
  }
  return { share: spentNs / max(1, spentNs + leftNs), leftSeconds: leftNs / 1e9 };
}

module.exports = { measureSuite, progressOf };
