'use strict';

/*
 * Tries bad inputs (1500 by default) on all interfaces. Each must end in order: without a stack trace of this library,
 * a hang, NaN in the output, a lost result, or processes and temporary files left behind.
 *
 *   node tools/attack.js [--count 1500] [--seed 1] [--only command:17] [--kinds suite,comment] [--verbose]
 */

const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { drawOf } = require('./attack/draw');
const { environmentOf, runReal } = require('./attack/real');

// Kind -> share of all inputs. The first three are function calls, many in one process; the others are processes.
const SHARES = { function: 33, command: 24, document: 24, suite: 9, matrix: 5, place: 4, comment: 1 };
const CALLS = ['function', 'command', 'document'];
const MAKERS = {
  suite: (draw) => require('./attack/suites').suiteInput(draw),
  matrix: (draw) => require('./attack/suites').matrixInput(draw),
  place: (draw) => require('./attack/suites').placeInput(draw),
};

const CALL_LIMIT_MS = 60000; // documents of 11 MB took 20 s on a busy machine
// Timers, modules and other remains of inputs end with their arena.
const CALLS_PER_ARENA = 100;
const AT_A_TIME = 2;

function readArguments(words) {
  const options = { count: 1500, seed: 1, only: null, kinds: Object.keys(SHARES), verbose: false };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, '');
    if (name === 'verbose') options.verbose = true;
    else if (name === 'only' || name === 'kinds') options[name] = words[++i].split(',');
    else if (name === 'count' || name === 'seed') options[name] = Number(words[++i]);
    else throw new Error(`attack: unknown option ${words[i]}`);
  }
  return options;
}

function idsOf({ count, only, kinds }) {
  if (only) return only;
  return kinds.flatMap((kind) =>
    Array.from({ length: Math.max(1, Math.round(count * SHARES[kind] / 100)) }, (_, i) => `${kind}:${i}`));
}

/** Runs calls in sequence: run(id) -> { title, faults, printed }. */
function createArena(base, seed) {
  let child = null;
  let calls = 0;

  function start() {
    const tmp = path.join(base, 'arena');
    fs.mkdirSync(tmp, { recursive: true });
    calls = 0;
    child = fork(path.join(__dirname, 'attack', 'arena.js'), [base, seed],
      { env: environmentOf({ tmp }), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    child.words = '';
    child.stderr.on('data', (text) => { child.words += text; });
  }

  function run(id) {
    if (child === null || calls++ >= CALLS_PER_ARENA) {
      stop();
      start();
    }
    const arena = child;
    return new Promise((resolve) => {
      const settle = (told) => {
        clearTimeout(timer);
        arena.off('message', settle);
        arena.off('exit', onExit);
        resolve(told);
      };
      const failed = (fault) => {
        child = null;
        settle({ title: '(its process ended before it could tell)', faults: [fault],
          printed: { stdout: '', stderr: arena.words } });
      };
      const onExit = (code, signal) =>
        failed(`ended the process, ${signal || `exit code ${code}`}: ${arena.words.slice(-500)}`);
      const timer = setTimeout(() => {
        arena.off('exit', onExit);
        arena.kill('SIGKILL');
        failed(`hangs: nothing after ${CALL_LIMIT_MS / 1000} s`);
      }, CALL_LIMIT_MS);
      arena.on('message', settle);
      arena.on('exit', onExit);
      arena.send(id);
    });
  }

  function stop() {
    if (child !== null) child.disconnect();
    child = null;
  }

  return { run, stop };
}

async function runProcessOf(id, base, seed) {
  const [kind] = id.split(':');
  if (kind === 'comment') return require('./attack/comments').runComments(drawOf(seed, id), { base, id });
  const input = MAKERS[kind](drawOf(seed, id));
  const { faults, end } = await runReal(input, { base, id });
  return { title: input.title, faults, printed: end };
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  const { seed, verbose } = options;
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-attack-')));
  const startedMs = Date.now();
  const waiting = idsOf(options);
  const all = waiting.length;
  const failures = [];

  async function work() {
    const arena = createArena(base, seed);
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const { title, faults, printed } =
        await (CALLS.includes(id.split(':')[0]) ? arena.run(id) : runProcessOf(id, base, seed));
      if (verbose) console.log(`${id}  ${title}\n${JSON.stringify(printed, null, 2)}`);
      if (faults.length === 0) continue;
      failures.push(id);
      console.log(`${id}  ${title.slice(0, 300)}`);
      for (const fault of faults) console.log(`    ${fault.slice(0, 600)}`);
      console.log(`    alone: node tools/attack.js --seed ${seed} --only ${id} --verbose`);
    }
    arena.stop();
  }

  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
  console.log(`${all - failures.length} of ${all} bad inputs ended in order, ${failures.length} did not; seed ` +
    `${seed}, ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  process.exitCode = failures.length ? 1 : 0;
}

main();
