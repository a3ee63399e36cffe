'use strict';

/* Sides of a comparison with simulated processes, for lib/compare/sides/measure-sides.js. */

const { measureSides } = require('#lib/compare/sides/measure-sides');
const { mulberry32 } = require('./random');

const CPU_GHZ = 3;
const WARM_UP_NS = 1e8;
const TURN_NS = 1.25e7;

/** The row of a process, from a time in ns, or from cycles at 3 GHz. */
function rowOf({ cycles = null, nsPerCall = cycles / CPU_GHZ, ...more }) {
  return {
    ops: 1, nsPerCall, nsLow: nsPerCall * 0.999, nsHigh: nsPerCall * 1.001, cycles, error: null, verdict: 'unresolved',
    statistic: 'median', ...more,
  };
}

/**
 * A comparison whose clock advances by 0.1 s for the warm-up of a process, and by 0.0125 s for each of its turns: a
 * restart of two sides takes 0.4 s.
 *
 * @param {object[]} tests { name, outcomeOf(side, number, state), missing, unit, side, onTurn(state) } outcomeOf: the
 *   outcome of process `number` (from 0) of a side: fields of its row, and { rounds, error, mustRepeat, dies }, where
 *   dies is the step at which it ends: 'begin', 'go' or 'turn'. missing: the side without this test. unit, side: more
 *   fields of the unit and its sides
 * @param {object} [given] { sides: their number, isWhole: whether the runners have no begin(), host }
 * @returns {object} { run(goal), units, ... } run() measures; the other fields record the events
 */
function sidesOnPaper(tests, { sides = 2, isWhole = false, host = {} } = {}) {
  const state = {
    ns: 0, started: [], warmedUp: [], turns: [], wholes: [], jobs: [], requests: [], alive: 0, mostAlive: 0, killed: 0,
    tasksets: [], notes: [], planned: [], progress: [], sampled: 0, stop: null,
  };

  function createRunner(test, side) {
    const called = `${test.name}${side}`;
    let count = 0;

    /** Starts a process; the caller runs its steps, up to the result. */
    function launch(request) {
      const { rounds = null, error = null, mustRepeat = false, dies = null, ...fields } =
        test.outcomeOf(side, count++, state);
      const number = state.started.push(called);
      let resolve;
      let isOver = false;
      const ended = new Promise((done) => { resolve = done; });
      state.requests.push(request);
      state.mostAlive = Math.max(state.mostAlive, ++state.alive);
      const end = (outcome) => {
        if (isOver) return;
        isOver = true;
        state.alive--;
        resolve({ row: null, rounds: null, sample: null, error: null, hung: false, mustRepeat: false, ...outcome });
      };
      const report = () => end({ ...(error === null ? { row: rowOf(fields), rounds } : { error }), mustRepeat });
      const step = (name, ns) => {
        state.ns += ns;
        if (dies === name) report();
      };
      request.onStart(() => {
        if (!isOver) state.killed++;
        end({ error: { message: 'ended' } });
      });
      return { number, ended, isOver: () => isOver, step, report };
    }

    /** If the job has no turns, go() measures all at once. */
    function begin(request) {
      const { takesTurns, seconds } = request.job;
      if (!takesTurns) state.wholes.push(called);
      const { number, ended, isOver, step, report } = launch(request);
      step('begin', 0);
      return {
        begun: Promise.resolve(), ended, isOver, pid: () => 1000 + number,
        async go() {
          state.warmedUp.push(called);
          step('go', WARM_UP_NS);
          if (takesTurns) return;
          state.ns += seconds * 1e9;
          report();
        },
        async turn() {
          state.turns.push(called);
          step('turn', TURN_NS);
          if (test.onTurn) test.onTurn(state);
        },
        async finish() { report(); },
      };
    }

    async function run(request) {
      const process = begin(request);
      await process.go();
      return process.ended;
    }

    return isWhole ? { run } : { begin, run };
  }

  const units = tests.map((test) => ({
    file: 'a.js', suite: 1, name: test.name, seconds: 0, wanted: 0, secondsEach: 0, restarts: 0, expected: null,
    planned: null, spentSeconds: 0, isAlone: false, most: Infinity, ...test.unit,
    sides: Array.from({ length: sides }, (_, side) => (test.missing === side ? null : {
      runner: createRunner(test, side), samples: [], withMemory: [], error: null, latest: null,
      limitSeconds: 5, pilotSeconds: 0, turns: { leastNs: Infinity },
      flags: [`--of-side-${side}`], job: { position: 0, index: side, name: test.name }, ...test.side,
    })),
  }));
  const watch = {
    onStart(stop) { state.stop = stop; },
    note: (text) => state.notes.push(text),
    planned(seconds, comparable) { state.planned.push({ seconds, names: comparable.map(({ name }) => name) }); },
    progress: (...given) => state.progress.push(given),
    sampled() { state.sampled++; },
  };
  const deps = {
    host: {
      platform: 'linux',
      readText: () => 'Name:\tnode\nCpus_allowed_list:\t2-3\n',
      run(command, args) {
        state.tasksets.push([command, ...args]);
        return { error: null, status: 0, stdout: '', stderr: '' };
      },
      raisePriority: () => () => {}, raiseSession() {},
      isAlive: () => true,
      ...host,
    },
    clock: { nowNs: () => state.ns },
    random: mulberry32(1),
  };
  state.run = (goal) => measureSides(units, { precision: 0.01, limitSeconds: 60, ...goal }, deps, watch);
  return Object.assign(state, { units });
}

module.exports = { sidesOnPaper };
