'use strict';

/*
 * Compares the wall-clock and processor time per call, measured by bench, with a hand-written loop before and after,
 * for tests that sleep for 5 ms and work for 1 ms:
 *
 *   node processor.js [--seconds 4]
 *
 * Exits with 1 if an error exceeds 5 %.
 */

const timeit = require('..');
const { readArguments } = require('./arguments');
const { median } = require('./truth');

const { options: { seconds } } = readArguments({ seconds: 4 });
const CALLS = Math.ceil(seconds * 1000 / 2 / 6);
const LIMIT = 0.05;

const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const wallMs = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };

function work(ms) {
  const end = cpuMs() + ms;
  while (cpuMs() < end);
}

const lock = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms) => { Atomics.wait(lock, 0, 0, ms); };
const later = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

const TESTS = {
  'work 1 ms': { kind: 'sync', fn: () => { work(1); } },
  'work 1 ms, sleep 5 ms': { kind: 'sync', fn: () => { work(1); sleep(5); } },
  'sleep 5 ms': { kind: 'sync', fn: () => { sleep(5); } },
  'work 1 ms, setTimeout 5 ms': { kind: 'promise', fn: async () => { work(1); await later(5); } },
  'work 1 ms, setTimeout and callback': { kind: 'callback', fn: (callback) => { work(1); setTimeout(callback, 5); } },
};

/** Medians of single calls in ms: { wall, cpu } */
async function byHand({ kind, fn }) {
  const walls = [];
  const cpus = [];
  for (let i = 0; i < CALLS; i++) {
    const wall = wallMs();
    const cpu = cpuMs();
    if (kind === 'callback') await new Promise((resolve) => { fn(resolve); });
    else if (kind === 'promise') await fn();
    else fn();
    cpus[i] = cpuMs() - cpu;
    walls[i] = wallMs() - wall;
  }
  return { wall: median(walls), cpu: median(cpus) };
}

async function main() {
  let outside = 0;
  console.log(`node ${process.versions.node}, ${seconds} s each`);
  console.log('test                                 wall ms: by hand   bench  error %   processor ms: by hand   ' +
    'bench error %  waits');
  for (const name of Object.keys(TESTS)) {
    const before = await byHand(TESTS[name]);
    const [row] = await timeit.bench({ [name]: TESTS[name] }, { timeGoal: seconds, silent: true });
    const after = await byHand(TESTS[name]);
    const truth = { wall: (before.wall + after.wall) / 2, cpu: (before.cpu + after.cpu) / 2 };
    const wallError = row.nsPerCall / 1e6 / truth.wall - 1;
    const cpuError = row.cpuNsPerCall / 1e6 / truth.cpu - 1;
    // In tests that only sleep, processor time is only system calls.
    const isSmall = truth.cpu < 0.5;
    if (Math.abs(wallError) > LIMIT || (!isSmall && Math.abs(cpuError) > LIMIT)) outside++;
    const waits = row.warnings.find(({ code }) => code === 'waits');
    console.log([
      name.padEnd(36), truth.wall.toFixed(3).padStart(16), (row.nsPerCall / 1e6).toFixed(3).padStart(7),
      (wallError * 100).toFixed(1).padStart(8),
      truth.cpu.toFixed(3).padStart(24), (row.cpuNsPerCall / 1e6).toFixed(3).padStart(7),
      (cpuError * 100).toFixed(1).padStart(8),
      ` ${waits ? `${(waits.share * 100).toFixed(0)} %` : '-'}`,
    ].join(' '));
  }
  console.log(outside ? `${outside} tests with errors above ${LIMIT * 100} %` : `all within ${LIMIT * 100} %`);
  process.exitCode = outside ? 1 : 0;
}

main();
