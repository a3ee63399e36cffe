'use strict';

/*
 * Processes that are measured interleaved: all are alive on the same core, and get turns of some milliseconds in
 * balanced order. Machine states last for seconds, so the ratio of two repeats within 0.1 to 2 %, while consecutive
 * runs differ by 40 %. Only new processes average out their differences (layout of code and heap).
 */

// After this number of turns two processes have had each place equally often, and more processes the same mean place.
const BALANCED = 4;

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

/** A process that is not interleaved: go() starts it and measures it completely. */
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
 *   affinity (see host/affinity.js, null if no member takes turns) }
 */
async function restart(members, plan, clock) {
  const lower = plan.affinity ? plan.affinity.raise() : () => {};
  try {
    return await restartRaised(members, plan, clock);
  } finally {
    lower();
  }
}

async function restartRaised(members, { number, seconds, onStart, onEnded = () => {}, affinity }, clock) {
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
  // Alternates: the first process gets the memory that the last one freed, which alone is up to 3 % of JSON.parse.
  const started = inTurn(members, number).map(({ runner, request }) => {
    const member = { runner, request: { ...request, onStart: onProcess } };
    return request.job.takesTurns ? runner.begin(member.request) : asWhole(member);
  });
  const participants = inTurn(started, number);
  await Promise.all(participants.map(({ begun }) => begun));
  for (const one of started) {
    if (isStopped || one.isOver()) continue;
    const step = one.go();
    one.ended.then((outcome) => onEnded(participants.indexOf(one), outcome));
    await step;
    // Not earlier: threads that a test starts (fs does) inherit the cores of the starting thread.
    if (one.pid && !one.isOver()) affinity.pin(one.pid(), number);
  }

  const live = () => started.filter((one) => !one.isOver());
  const size = participants.length;
  const dueNs = clock.nowNs() + live().length * seconds * 1e9;
  const isDue = (turn) => live().length > 0 && (turn % BALANCED !== 0 || clock.nowNs() < dueNs);
  for (let turn = 0; !isStopped && isDue(turn); turn++) {
    for (let k = 0; k < size; k++) {
      const one = participants[placeInTurn(turn, k, size)];
      if (!one.isOver()) await one.turn(turn);
    }
  }
  // One after the other, because some have further passes after the timing.
  if (!isStopped) for (const one of live()) await one.finish();
  return Promise.all(participants.map(({ ended }) => ended));
}

// Errors about resources that only one process can have: a port, a database, a lock.
const TAKEN =
  /\b(EADDRINUSE|EBUSY|ELOCKED|SQLITE_BUSY|SQLITE_LOCKED)\b|database is locked|(address|port \d+ is) already in use/;

function mustBeAlone(error) {
  return error !== null && [error.message, ...(error.output || [])].some((line) => TAKEN.test(line));
}

module.exports = { inTurn, mustBeAlone, restart, runWhole, takeTurns };
