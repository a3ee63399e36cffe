'use strict';

/*
 * Measures whether a function takes longer while other processes are alive and have turns in between, as in `run`:
 *
 *   node turns.js
 *     --processes N    alive at the same time, default 12
 *     --ms N           of a turn, default 3
 *     --trials N       default 3
 *     --short          three processes, one trial, few turns
 *
 * All processes of a trial run the same function on one core. In alternation, they have 40 rounds of turns, and then
 * each of them 40 turns without the others. Both states are measured in the same processes, because processes differ
 * by more than the states do. Prints the time in turns divided by the time alone: the median of the trials, and all.
 */

const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const readline = require('readline');
const { readArguments } = require('./arguments');
const { mean, median } = require('../lib/base/stats/sample');

const rows = Array.from({ length: 30 }, (_, i) => ({ id: i, name: `name <${i}>`, tags: ['a', 'b', String(i)] }));
const text = JSON.stringify(rows);
const escaped = (name) => name.replace(/[<>]/g, (one) => `&#${one.charCodeAt(0)};`);
const BODIES = {
  'square roots, allocates nothing'() {
    let sum = 0;
    for (let i = 0; i < 1000; i++) sum += Math.sqrt(i);
    return sum;
  },
  'JSON.parse of 2 kB': () => JSON.parse(text),
  'a template of 30 rows': () => rows.map((row) => `<li>${escaped(row.name)}<b>${row.tags.join()}</b></li>`).join(''),
  'spread of 30 objects': () => rows.map((row) => ({ ...row, isNew: true })),
  '400 small objects'() {
    const list = [];
    for (let i = 0; i < 200; i++) list.push({ i, point: { y: i } });
    return list;
  },
};

const WARM_UP_MS = 500;
const CALLS = 8; // between two readings of the clock

/** The ns of a call, during some ms. */
function measure(body, ms) {
  const startedMs = performance.now();
  let calls = 0;
  let spentMs = 0;
  let last = null;
  while (spentMs < ms) {
    for (let i = 0; i < CALLS; i++) last = body();
    calls += CALLS;
    spentMs = performance.now() - startedMs;
  }
  globalThis.last = last;
  return spentMs * 1e6 / calls;
}

/** The child: a byte on its standard input is a turn. */
function takeTurns(body, ms) {
  measure(body, WARM_UP_MS);
  const byte = Buffer.alloc(1);
  fs.writeSync(1, 'warm\n');
  while (fs.readSync(0, byte, 0, 1) > 0) fs.writeSync(1, `${measure(body, ms)}\n`);
}

const taskset = process.platform === 'linux' ? ['taskset', '-c', '0'] : [];

function startProcess(name, ms) {
  const [command, ...args] = [...taskset, process.execPath, __filename, 'turns', name, String(ms)];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    warm: lines.next(),
    async turn() {
      child.stdin.write('.');
      return Number((await lines.next()).value);
    },
    end: () => child.stdin.end(),
  };
}

async function trial(name, { processes, ms, rounds, turns }) {
  const started = Array.from({ length: processes }, () => startProcess(name, ms));
  await Promise.all(started.map(({ warm }) => warm));
  const [inTurns, alone] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < turns; i++) for (const one of started) inTurns.push(await one.turn());
    for (const one of started) {
      await one.turn(); // its caches are cold
      for (let i = 0; i < turns; i++) alone.push(await one.turn());
    }
  }
  for (const one of started) one.end();
  return mean(inTurns) / mean(alone);
}

async function main() {
  const { options } = readArguments({ processes: 12, ms: 3, trials: 3, short: false });
  const plan = options.short ? { processes: 3, ms: options.ms, trials: 1, rounds: 1, turns: 4 }
    : { ...options, rounds: 6, turns: 40 };
  if (taskset.length > 0) execFileSync('taskset', ['--version']);
  console.log('| function | time in turns / time alone | trials |\n|---|---|---|');
  for (const name of Object.keys(BODIES)) {
    const ratios = [];
    for (let i = 0; i < plan.trials; i++) ratios.push(await trial(name, plan));
    console.log(`| ${name} | ${median(ratios).toFixed(2)} | ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} |`);
  }
}

if (process.argv[2] === 'turns') takeTurns(BODIES[process.argv[3]], Number(process.argv[4]));
else main();
