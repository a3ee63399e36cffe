'use strict';

/*
 * Measures the tests of a suite: setup and first call of each, warm-up of each, then interleaved rounds. Two equal
 * functions then differ by 0.01 to 0.04 %. One after the other, they differ by the drift of the machine: some percent.
 */

const { createMember, tryStage, openMember, awaitTurn, warmMember, passesFor, closeMember } = require('./member');
const { filter: filtered } = require('../samples/round');
const { TURN_NS } = require('./run-steps');
const { setSlices, setCalls, chooseSliceNs, watchWaiting, MOST_ROUNDS, BUSY_SLICE_NS } = require('./slices');
const { createReferences } = require('./task');

const { max, min, ceil, floor, imul } = Math;

const STALE_NS = 1e7; // before longer slices, the references run for each slice instead of once per round

const LONG_CALL_NS = 2e7; // a test whose calls take a tenth of its time or more has no twin: few rounds show no floor

// A turn given by another process: the references take the first 0.1 ms, in which caches are cold.
const GIVEN_TURN_NS = 3e6;

// Before it, a test that allocates much runs for so long: V8 fills the same memory again and again, which turns of
// other processes have removed from the caches. Small objects take up to 1.8 times as long at first.
const LEAD_IN_NS = 1e6;
const MUCH_BYTES_PER_NS = 0.3;

// Rounds that do not count in runs of many: V8 recovers from the warm-up of the other tests.
const SETTLING_ROUNDS = 3;
const MANY_ROUNDS = 60;

/**
 * @param {object} state { tests (see parseSuite), plan, members: [] (added as they begin), current (which runs) }
 * @param {object} state.plan { timeGoal (seconds per test), calls (per test, instead of the time; 0 for none), twin,
 *   order, inline, asynchronous, memory, cache, mostLoops (around each test; by default, it depends on the time),
 *   keepsTime (no more time under contention), warmsUpFully (the warm-up takes no time from the run, as before turns) }
 * @param {object} tools { clock, heap, calibration, natives, late(name), watchdog, measureNotInlined }
 * @param {object} watch { between (called after each round, outside all slices) }, and optionally { looks (shares of
 *   the time after which enough is called), enough (given members, all so far and the twin: 'clear' or 'precise' to
 *   end, null to continue), trying (given the index of a test before each of its steps), warmed (given a member and
 *   the calls of a slice: returns steps at the end of its warm-up), begun (given a member before its code runs, if
 *   errors can come in later turns), mostMs (a lower limit of its steps, in ms), nextTurn (calls an action with the
 *   number of a turn, null after the last) }
 */
function* measureSuite(state, tools, watch) {
  const { plan } = state;
  const { clock } = tools;
  const goalNs = plan.timeGoal * 1e9;
  // goalNs, goalCalls: of each test; sliceNs: of slices without collections; latestNs: end of the latest slice
  const run = {
    state, plan, watch, goalNs, tools: { ...tools, references: createReferences(tools) },
    goalCalls: plan.calls || Infinity, sliceNs: chooseSliceNs(goalNs, clock, MOST_ROUNDS), latestNs: 0,
  };
  const runPasses = passesFor(run);
  const groups = groupsOf(state.tests);
  let twin = null;
  for (let i = 0; i < groups.length; i++) {
    const isKeptWaiting = watchWaiting(clock);
    const members = yield* openGroup(run, groups[i]);
    const working = filtered(members, ({ failure }) => !failure);
    // The other tests need the time that an endless loop has left.
    const isShort = filtered(members, ({ failure }) => failure && failure.isLowered).length > 0;
    if (plan.twin && !isShort && i === 0 && working.length > 1 && working[0].spentNs < max(LONG_CALL_NS, goalNs / 10)) {
      const { test, index, setupValue } = working[0];
      twin = createMember(run, test, index, true);
      twin.setupValue = setupValue;
      twin.twin = working[0];
      working[0].twin = twin;
      members[members.length] = twin;
      // Last, so that members have the indices of their tests.
      if (groups.length === 1) state.members[state.members.length] = twin;
      yield* openMember(run, twin);
    }
    yield* warmGroup(run, members, isKeptWaiting);
    if (watch.nextTurn) yield* takeGivenTurns(run, members[0]);
    else yield* takeTurns(run, members, twin, () => !plan.keepsTime && isKeptWaiting());
    yield* runPasses(members);
    for (let k = 0; k < members.length; k++) yield* closeMember(run, members[k]);
  }
  if (twin && groups.length > 1) state.members[state.members.length] = twin;
}

function* openGroup(run, tests) {
  const { members } = run.state;
  const own = [];
  for (let i = 0; i < tests.length; i++) {
    own[i] = members[members.length] = createMember(run, tests[i], members.length, false);
    yield* openMember(run, own[i]);
    run.watch.between();
  }
  return own;
}

function* warmGroup(run, members, isKeptWaiting) {
  const { goalNs, goalCalls, sliceNs } = run;
  for (let i = 0; i < members.length; i++) {
    if (!members[i].failure) {
      yield* warmMember(run, members[i], isKeptWaiting);
    }
    run.watch.between();
  }
  if (goalCalls < Infinity) setCalls(members, goalCalls);
  else setSlices(members, goalNs, sliceNs, isKeptWaiting() ? BUSY_SLICE_NS : Infinity);
}

function* takeTurns(run, members, twin, mayProlong) {
  const { plan, watch, tools: { clock: { steadyNs } } } = run;
  const orderOf = createOrder(plan.order, members.length);
  const { goalNs, goalCalls } = run;
  const hasMany = ({ sliceNs }) => goalNs > MANY_ROUNDS * sliceNs;
  const settling = goalCalls === Infinity && filtered(members, hasMany).length > 0 ? SETTLING_ROUNDS : 0;
  let turnedNs = run.latestNs = steadyNs();
  let ran = null;
  const isEnough = createEarlyCheck(run, members, twin);
  for (let turn = 0; ; turn++) {
    const place = orderOf();
    let left = 0;
    let readNs = -Infinity;
    for (let k = 0; k < members.length; k++) {
      const member = members[place(turn, k)];
      if (isFinished(run, member, mayProlong)) continue;
      left++;
      if (turn % member.every !== 0) continue;
      if (!(run.latestNs - readNs < STALE_NS)) {
        readNs = run.latestNs;
        yield* run.tools.references.read();
      }
      const isSettling = turn < settling && member.every === 1;
      yield* takeSlice(run, members, member, isSettling ? 'warm-up' : 'measured', turn);
      ran = member;
    }
    if (left === 0) return;
    if (ran && run.latestNs - turnedNs > TURN_NS) {
      yield* awaitTurn(run, ran);
      turnedNs = steadyNs();
    }
    watch.between();
    if (isEnough()) return;
  }
}

function* takeGivenTurns(run, member) {
  const { watch, tools: { clock: { steadyNs }, references } } = run;
  const wait = { run: (_, done) => watch.nextTurn((turn) => done(null, turn)) };
  const { samples } = member.task;
  while (!member.failure && !samples.stopped) {
    const turn = yield [wait, 0];
    if (turn === null) return;
    yield* leadIn(run, member);
    if (member.failure || samples.stopped) return;
    run.latestNs = steadyNs();
    const dueNs = run.latestNs + GIVEN_TURN_NS - member.sliceNs / 2;
    yield* references.read();
    do {
      yield* takeSlice(run, [member], member, 'measured', turn);
    } while (run.latestNs < dueNs && !member.failure && !samples.stopped);
    yield* awaitTurn(run, member);
  }
}

function* leadIn(run, member) {
  const { perCallNs, task: { loops, slice, samples } } = member;
  const bytes = samples.allocation ? samples.allocation.bytesPerCall : 0;
  if (!(bytes > MUCH_BYTES_PER_NS * perCallNs) || perCallNs > LEAD_IN_NS) return;
  const calls = ceil(LEAD_IN_NS / perCallNs);
  for (let done = 0; done < calls && !member.failure && !samples.stopped;) {
    const made = yield* tryStage(run, member, 'test', slice(loops()[0], min(member.calls, calls - done)));
    done += made ? made.calls : calls;
  }
}

function createEarlyCheck({ state, plan, watch }, members, twin) {
  const { looks = [] } = watch;
  let next = 0;
  return () => {
    if (next === looks.length || estimateProgress({ members, tests: members, plan }).share < looks[next]) return false;
    next++;
    const reason = watch.enough(members, state.members, twin);
    for (let i = 0; reason && i < members.length; i++) members[i].endedEarly = reason;
    return reason !== null;
  };
}

function* takeSlice(run, members, member, phase, turn) {
  const { goalCalls } = run;
  const calls = min(member.calls, goalCalls - member.callsDone);
  const done = yield* tryStage(run, member, 'test', member.task.round(calls, phase, false, turn));
  if (phase === 'measured') {
    member.measured = true;
    if (done) {
      member.callsDone += done.calls;
      member.tally.add(done);
    }
    if (goalCalls === Infinity && member.tally.areTooLong(member.sliceNs)) shorten(member, members);
  }
  const now = run.tools.clock.steadyNs();
  member.spentNs += now - run.latestNs;
  run.latestNs = now;
}

/** Tests with the same combination of parameters: only these are compared, and setups often share variables. */
function groupsOf(tests) {
  const groups = [];
  for (let i = 0; i < tests.length; i++) {
    if (i === 0 || tests[i].group !== tests[i - 1].group) groups[groups.length] = [];
    const latest = groups[groups.length - 1];
    latest[latest.length] = tests[i];
  }
  return groups;
}

/** Tests that collect garbage keep slices of the same length, so that all of them shrink. */
function shorten(member, members) {
  const affected = filtered(members, (one) => one === member || (member.collects && one.collects));
  for (let i = 0; i < affected.length; i++) {
    affected[i].calls = ceil(affected[i].calls / 2);
    affected[i].sliceNs = affected[i].calls * affected[i].perCallNs;
  }
}

function isFinished({ goalNs, goalCalls }, member, mayProlong) {
  const { failure, task: { samples }, spentNs, sliceNs, measured, callsDone, tally } = member;
  if (failure || samples.stopped) return true;
  if (goalCalls < Infinity) return callsDone >= goalCalls;
  return measured && tally.isOver(samples, spentNs + sliceNs / 2, goalNs, sliceNs, mayProlong);
}

/** Returns the k-th test of a turn. The default order rotates, so that no test always follows the same one. */
function createOrder(order, size) {
  if (order === 'given') return () => (turn, k) => k;
  if (order === 'random') return () => shuffled(size);
  return () => (turn, k) => {
    // The factor is 2^32 over the golden ratio: it spreads any turns evenly, also each 64th alone.
    const first = (imul(turn, 0x9e3779b1) >>> 8) % size;
    return (isBackward(turn) ? first - k + size : first + k) % size;
  };
}

/** The sequence of Thue and Morse, ABBA BAAB ...: balanced for each power of two of turns. */
function isBackward(turn) {
  let ones = 0;
  for (let bits = turn; bits > 0; bits >>>= 1) ones ^= bits & 1;
  return ones === 1;
}

let seed = 1;

/** Fisher and Yates, with an LCG because a test may replace Math.random. */
function shuffled(size) {
  const places = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    seed = (imul(seed, 1664525) + 1013904223) >>> 0;
    const j = floor(seed / 2 ** 32 * (i + 1));
    places[i] = places[j];
    places[j] = i;
  }
  return (turn, k) => places[k];
}

function estimateProgress({ members, tests, plan: { calls, timeGoal } }) {
  const goalNs = timeGoal * 1e9;
  let done = 0;
  let spentNs = 0;
  let leftNs = goalNs * max(0, tests.length - members.length);
  for (let i = 0; i < members.length; i++) {
    const { failure, endedEarly, callsDone, spentNs: ownNs, sliceNs, tally } = members[i];
    spentNs += ownNs;
    done += failure ? calls : min(calls, callsDone);
    if (!failure && !endedEarly) leftNs += max(0, goalNs - ownNs, tally.leftRounds(sliceNs) * sliceNs);
  }
  if (!calls) return { share: spentNs / max(1, spentNs + leftNs), leftSeconds: leftNs / 1e9 };
  const share = done / (calls * max(tests.length, members.length));
  return { share, leftSeconds: share > 0 ? spentNs * (1 / share - 1) / 1e9 : 0 };
}

module.exports = { measureSuite, estimateProgress };
