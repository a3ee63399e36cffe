'use strict';

/*
 * Processes that are measured interleaved: all are alive at the same time, on the same core, and get turns of some
 * milliseconds in balanced order. States of the machine last for seconds, so all processes see the same ones: the ratio
 * of two of them repeats within 0.1 to 2 %, while runs one after the other differ by 40 %. Only more processes average
 * out the differences between processes (layout of code and heap): after some turns all end, and new ones start.
 */

// Two processes have each place equally often after so many turns, more of them the same mean place.
const BALANCED = 4;

/** The items in the order of a pass, which alternates (ABBA): so what changes slowly meets all alike. */
const inTurn = (items, pass) => (pass & 1 ? items.slice().reverse() : items);

/**
 * Who has the k-th place in a turn, of so many: ABBA BAAB for two; for more of them every second turn is reversed, and
 * each pair of turns begins one place later. So all have the same mean place after each pair of turns, and each place
 * equally often after 2 * size turns.
 */
const placeInTurn = (turn, k, size) => ((turn >> 1) + (turn & 1 ? size - 1 - k : k)) % size;

/**
 * @param {function(number): Array} jobsOf the jobs of a pass, from 0; an empty list ends it
 * @param {function(*, number): Promise} once does a job of a pass
 * @param {function(): boolean} [isOver] asked after each
 */
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

/**
 * @typedef {object} Member one process of each restart
 * @property {object} runner { begin(request), run(request) }, see fork-runner.js
 * @property {object} request for it. A job that takesTurns waits for its turns; any other is measured as a whole, while
 *   no other process is
 */

/** A process without turns: go() starts and measures it as a whole. */
function asWhole({ runner, request }) {
  async function measure() {
    if (!runner.begin) return runner.run(request);
    const one = runner.begin(request);
    await one.begun;
    one.go();
    return one.ended;
  }
  const participant = { begun: Promise.resolve(), isOver: () => participant.ended !== null, go, ended: null };
  function go() {
    participant.ended = measure();
    return participant.ended;
  }
  return participant;
}

/**
 * One restart: starts a process of each member, warms one up after the other, gives them their turns, and ends them.
 *
 * @param {Member[]} members
 * @param {object} plan
 * @param {number} plan.number of this restart, from 0
 * @param {number} plan.seconds that the turns of each member take
 * @param {function(function())} plan.onStart given a function that ends all processes at once
 * @param {function(number, object)} [plan.onEnded] given the index of a member and the outcome of its process
 * @param {{ pin: function(number, number), raise: function(): function() }|null} plan.affinity see
 *   host/affinity.js, null if no member takes turns
 * @param {{ nowNs: function(): number }} clock
 * @returns {Promise<object[]>} the outcome of each process, see run() of its runner; null if it was ended before
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
  // Also of a process that the system refused, and that is started once more later.
  const onProcess = (kill) => {
    kills.push(kill);
    if (isStopped) kill();
  };
  // Started in an order that turns around: the first process gets the memory that the last one has left, and that alone
  // makes JSON.parse up to 3 % faster or slower for many restarts.
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
    // Not before: threads that a test starts (fs does) stay on the cores of the thread that starts them.
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
  // One after the other: some have further passes after the timing.
  if (!isStopped) for (const one of live()) await one.finish();
  return Promise.all(participants.map(({ ended }) => ended));
}

// Of what only one process can have at a time: a port, a database, a lock.
const TAKEN =
  /\b(EADDRINUSE|EBUSY|ELOCKED|SQLITE_BUSY|SQLITE_LOCKED)\b|database is locked|(address|port \d+ is) already in use/;

/** Whether the error of a row says that two processes cannot run at the same time. */
function mustBeAlone(error) {
  return error !== null && [error.message, ...(error.output || [])].some((line) => TAKEN.test(line));
}

module.exports = { inTurn, mustBeAlone, restart, takeTurns };
