'use strict';

/*
 * Processes that are measured interleaved: all are alive on the same core, and get turns of some milliseconds in
 * balanced order. Machine states last for seconds, so the ratio of two repeats within 0.1 to 2 %, while consecutive
 * runs differ by 40 %. Only new processes average out their differences (layout of code and heap).
 */

const { max, min } = Math;

// After this number of turns two processes have had each place equally often, and more processes the same mean place.
const BALANCED = 4;

const AHEAD = 2; // processes that have started before they are needed

// A turn that other programs make long counts as this many of the shortest, so that others outweigh it, but at least as
// this share of its time, because time is limited.
const LONG_TURN = { ofLeast: 2, share: 0.5 };

const USUAL_SECONDS = 0.1; // of the turns of a process; a short time does not make a test slow

/** Alternates the order (ABBA), so that slow changes affect all items alike. */
const inTurn = (items, pass) => (pass & 1 ? items.slice().reverse() : items);

/**
 * The index of the process at place k of a turn: ABBA BAAB for two. With more, each pair of turns begins one place
 * later. All have the same mean place after each pair, and each place equally often after 2 * size turns.
 */
const placeInTurn = (turn, k, size) => ((turn >> 1) + (turn & 1 ? size - 1 - k : k)) % size;

/** Does the jobs of each pass (from 0) until a pass has none. */
async function takeTurns(jobsOf, once, isOver = () => false) {
  for (let pass = 0; ; pass++) {
    const jobs = jobsOf(pass);
    if (jobs.length === 0) return;
    for (const job of jobs) {
      await once(job, pass);
      if (isOver()) return;
    }
  }
}

async function runWhole(participant) {
  await participant.begun;
  participant.go();
  return participant.ended;
}

/** A process that has no turns: go() measures it completely, so isOver() is true from then on. */
function asWhole({ runner, request }) {
  const participant = { begun: Promise.resolve(), isOver: () => participant.ended !== null, go, ended: null };
  function go() {
    participant.ended = runner.begin ? runWhole(runner.begin(request)) : runner.run(request);
    return participant.ended;
  }
  return participant;
}

/**
 * One restart: starts a process of each of members { runner, request }, warms them up one after the other, gives them
 * turns (with job.takesTurns), and ends them. Resolves with their outcomes, see fork-runner.js, or null.
 *
 * @param {object} plan { number (of this restart, from 0), seconds (of turns of each member), onStart (called with a
 *   function that ends all processes), onEnded (called with the index of a member and the outcome of its process),
 *   onSpent (called with the index of a member, the ns of one of its steps, and whether the step was a turn), affinity
 *   (see host/affinity.js, null if no member takes turns) }
 */
async function restart(members, plan, clock) {
  const lower = plan.affinity ? plan.affinity.raise() : () => {};
  try {
    return await restartRaised(members, plan, clock);
  } finally {
    lower();
  }
}

async function restartRaised(members, plan, clock) {
  const { number, seconds, onStart, onEnded = () => {}, onSpent = () => {}, affinity } = plan;
  const kills = [];
  let isStopped = false;
  onStart(() => {
    isStopped = true;
    for (const kill of kills) kill();
  });
  // Also called for a process that the system refused and that starts again later.
  const onProcess = (kill) => {
    kills.push(kill);
    if (isStopped) kill();
  };
  const participants = members.map(() => null);
  const timed = async (index, step, isTurn = false) => {
    const startedNs = clock.nowNs();
    await step();
    const ns = clock.nowNs() - startedNs;
    onSpent(index, ns, isTurn);
    return ns;
  };
  // Alternates: the first process gets the memory that the last one freed, which alone is up to 3 % of JSON.parse.
  const order = inTurn([...members.keys()], number);
  let starting = 0;
  function startNext() {
    if (isStopped || starting === order.length) return;
    const index = order[starting++];
    const { runner, request } = members[index];
    const member = { runner, request: { ...request, onStart: onProcess } };
    participants[index] = request.job.takesTurns ? runner.begin(member.request) : asWhole(member);
  }
  // Not before its go(): threads that a test starts (fs does) inherit the cores of the starting thread.
  const pin = (one) => {
    if (one && one.pid && !one.isOver()) affinity.pin(one.pid(), number);
  };
  let warm = null;
  for (let i = 0; i < AHEAD; i++) startNext();
  for (const index of order) {
    const one = participants[index];
    if (one === null) break;
    // Others start on another core while this one warms up, but not while it is measured.
    const { takesTurns } = members[index].request.job;
    await Promise.all(takesTurns ? [one.begun] : participants.map((started) => started && started.begun));
    if (takesTurns) startNext();
    if (one.isOver()) order.forEach(startNext); // others may also exceed their time, which would add up
    if (!isStopped && !one.isOver()) {
      await timed(index, () => {
        const step = one.go();
        one.ended.then((outcome) => onEnded(index, outcome));
        pin(warm); // takes 15 ms, in which this process does not have to wait
        return step;
      });
      warm = one;
    }
    if (!takesTurns) startNext();
  }
  pin(warm);

  const begun = participants.filter((one) => one !== null);
  const turnOf = (one, turn) => timed(participants.indexOf(one), () => one.turn(turn), true);
  await giveTurns(begun, turnOf, { seconds, isStopped: () => isStopped });
  // One after the other, because some have further passes after the timing.
  for (const index of order) {
    const one = participants[index];
    if (!isStopped && !one.isOver()) await timed(index, one.finish);
  }
  return Promise.all(participants.map((one) => one && one.ended));
}

/** Whether each turn takes so much of the seconds of a process that it does not get many. leastNs: shortest turn */
const areSlow = ({ leastNs }, seconds) => leastNs < Infinity && leastNs * BALANCED >= max(seconds, USUAL_SECONDS) * 1e9;

const countedNs = (ns, leastNs) => max(LONG_TURN.share * ns, min(ns, LONG_TURN.ofLeast * leastNs));

/** Fast tests have the same turns, so that these are pairs. A slow test has only the turns that fit into its time. */
async function giveTurns(participants, turnOf, { seconds, isStopped }) {
  const goalNs = seconds * 1e9;
  const size = participants.length;
  // A single turn may be long because another process interrupted it.
  const slowGoalNs = max(seconds, USUAL_SECONDS) * 1e9;
  const all = participants.map((participant) => ({ participant, ns: 0, leastNs: Infinity, turns: [] }));
  const isSlow = (one) => areSlow(one, seconds);

  /** Members with a turn now. A pass of fast tests is complete, even if their time is over. */
  function dueIn(turn) {
    const live = all.filter(({ participant }) => !participant.isOver());
    const fast = live.filter((one) => !isSlow(one));
    const slow = live.filter((one) => isSlow(one) && one.ns < slowGoalNs);
    const fastNs = fast.reduce((sum, { ns }) => sum + ns, 0);
    return turn % BALANCED !== 0 || fastNs < goalNs * fast.length ? [...fast, ...slow] : slow;
  }

  for (let turn = 0; !isStopped(); turn++) {
    const due = dueIn(turn);
    if (due.length === 0) return;
    for (let k = 0; k < size; k++) {
      const one = all[placeInTurn(turn, k, size)];
      if (!due.includes(one) || one.participant.isOver()) continue;
      const ns = await turnOf(one.participant, turn);
      one.leastNs = min(one.leastNs, ns);
      one.turns.push(ns);
      one.ns = one.turns.reduce((sum, own) => sum + countedNs(own, one.leastNs), 0);
    }
  }
}

// Errors about resources that only one process can have: a port, a database, a lock.
const TAKEN =
  /\b(EADDRINUSE|EBUSY|ELOCKED|SQLITE_BUSY|SQLITE_LOCKED)\b|database is locked|(address|port \d+ is) already in use/;

function mustBeAlone(error) {
  return error !== null && [error.message, ...(error.output || [])].some((line) => TAKEN.test(line));
}

module.exports = { areSlow, inTurn, mustBeAlone, placeInTurn, restart, runWhole, takeTurns };
