'use strict';

/*
 * Measures how much longer a function takes at the beginning of a turn, after turns of other processes, as in `run`:
 *
 *   node turns.js
 *     --processes N    that take turns, default 7; 1 for a process that only waits in between
 *     --turns N        of each process, default 40
 *     --short          three processes, a few turns
 *
 * All processes run the same function on one core. A turn is 16 bursts of 0.5 ms. Prints the time of a call in some of
 * them divided by the mean of the last eight: the median of all turns. Both are from the same turn, because processes
 * and moments differ by more than this.
 */

const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const readline = require('readline');
const { readArguments } = require('./arguments');
const { mean, median } = require('../lib/base/stats/sample');

const BURSTS = 16;
const BURST_MS = 0.5;
const SHOWN = [1, 2, 3, 4, 6, 8];

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
  'two small objects': () => ({ a: 1, b: { c: 2 } }),
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
function takeTurns(body) {
  measure(body, WARM_UP_MS);
  const byte = Buffer.alloc(1);
  fs.writeSync(1, 'warm\n');
  while (fs.readSync(0, byte, 0, 1) > 0) {
    const bursts = Array.from({ length: BURSTS }, () => measure(body, BURST_MS));
    fs.writeSync(1, `${JSON.stringify(bursts)}\n`);
  }
}

const taskset = process.platform === 'linux' ? ['taskset', '-c', '0'] : [];

function startProcess(name) {
  const [command, ...args] = [...taskset, process.execPath, __filename, 'turns', name];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    warm: lines.next(),
    async turn() {
      child.stdin.write('.');
      return JSON.parse((await lines.next()).value);
    },
    end: () => child.stdin.end(),
  };
}

/** For each burst, its time divided by the mean of the second half of the turn, in all turns */
async function measureTurns(name, { processes, turns }) {
  const started = Array.from({ length: processes }, () => startProcess(name));
  await Promise.all(started.map(({ warm }) => warm));
  const shares = Array.from({ length: BURSTS }, () => []);
  for (let i = 0; i < turns; i++) {
    for (const one of started) {
      const bursts = await one.turn();
      const usual = mean(bursts.slice(BURSTS / 2));
      bursts.forEach((ns, burst) => shares[burst].push(ns / usual));
    }
  }
  for (const one of started) one.end();
  return shares;
}

async function main() {
  const { options } = readArguments({ processes: 7, turns: 40, short: false });
  const plan = options.short ? { processes: 3, turns: 4 } : options;
  if (taskset.length > 0) execFileSync('taskset', ['--version']);
  console.log(`| function | ${SHOWN.map((burst) => `${burst * BURST_MS} ms`).join(' | ')} |`);
  console.log(`|---|${SHOWN.map(() => '---|').join('')}`);
  for (const name of Object.keys(BODIES)) {
    const shares = await measureTurns(name, plan);
    console.log(`| ${name} | ${SHOWN.map((burst) => median(shares[burst - 1]).toFixed(2)).join(' | ')} |`);
  }
}

if (process.argv[2] === 'turns') takeTurns(BODIES[process.argv[3]]);
else main();
