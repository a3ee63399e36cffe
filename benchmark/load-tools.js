'use strict';

/*
 * The tools that are measured beside busy neighbours, one test in a process: all get the same time where they have
 * such a setting.
 */

const { spawnSync } = require('child_process');

// The line has their words in place of a figure; those that change its meaning stand in brackets behind it.
const INSTEAD = ['below-resolution', 'too-noisy'];

const SAMPLES = 30; // of node:bench, its default

/** ns of one call with its interval, and what of it a reader of the printed line is told. */
async function timeit(test, kind, goalMs) {
  const { changesMeaning } = require('../lib/system/warnings');
  const measure = require('..');
  const goal = `${goalMs}ms`;
  const silent = '/* NOOUTPUT */';
  const calledBack = () => new Promise((resolve, reject) => {
    measure(goal, test, silent, (error, count, elapsed, wallclock, found) => (error ? reject(error) : resolve(found)));
  });
  const result = await (kind === 'callback' ? calledBack() : measure(goal, test, silent));
  const { nsPerCall, nsLow, nsHigh, cyclesPerCall, rounds, warnings } = result;
  return {
    ns: nsPerCall, low: nsLow, high: nsHigh, cycles: cyclesPerCall, rounds, warnings,
    doubts: warnings.filter((one) => INSTEAD.includes(one.code) || changesMeaning(one)).map(({ code }) => code),
  };
}

async function tinybench(test, kind, goalMs) {
  const { Bench } = await import('tinybench');
  const bench = new Bench({ time: goalMs }).add('a', test);
  await bench.run();
  return { ns: bench.tasks[0].result.latency.mean * 1e6 };
}

async function mitata(test, kind, goalMs) {
  const { measure } = await import('mitata');
  return { ns: (await measure(test, { min_cpu_time: goalMs * 1e6 })).avg };
}

function benchmarkjs(test, kind, goalMs) {
  const { Benchmark } = require('benchmark');
  const fn = kind === 'sync' ? test : (deferred) => test().then(() => deferred.resolve());
  return new Promise((resolve, reject) => {
    new Benchmark('a', fn, { maxTime: goalMs / 1000, defer: kind !== 'sync', async: true })
      .on('complete', function () { this.error ? reject(this.error) : resolve({ ns: this.stats.mean * 1e9 }); })
      .run();
  });
}

const benchNode = (options) => async (test, kind, goalMs) => {
  const { Suite } = require('bench-node');
  const limits = { minTime: Math.min(0.05, goalMs / 1e4), maxTime: goalMs / 1e3 };
  const [{ opsSec }] = await new Suite({ reporter: false, ...options }).add('a', limits, test).run();
  return { ns: 1e9 / opsSec };
};

/** Its user writes the loop, and says how many operations it has: as many as make its samples last for the goal. */
async function nodeBench(test, kind, goalMs) {
  const { createRunner } = require('node:bench');
  const isSync = kind === 'sync';
  const calls = (n) => { for (let i = 0; i < n; i++) test(); };
  const awaitedCalls = async (n) => { for (let i = 0; i < n; i++) await test(); };
  const loop = isSync ? calls : awaitedCalls;
  let operations = 1;
  // The fastest of three: one may have been interrupted.
  for (let ms = 0; ms < goalMs / SAMPLES / 2; operations *= 2) {
    ms = Infinity;
    for (let i = 0; i < 3; i++) {
      const startedMs = performance.now();
      await loop(operations);
      ms = Math.min(ms, performance.now() - startedMs);
    }
  }
  const runner = createRunner();
  runner.bench('a', { samples: SAMPLES }, isSync ? (b) => {
    b.start();
    loop(operations);
    b.end(operations);
  } : async (b) => {
    b.start();
    await loop(operations);
    b.end(operations);
  });
  for await (const { type, data } of runner.run()) {
    if (type === 'bench:complete') return { ns: 1e9 / data.summary.mean };
  }
  throw new Error('node:bench gave no result');
}

const KINDS = ['sync', 'promise'];

/** Whether this Node has it. */
function hasNodeBench() {
  const args = ['--experimental-bench', '-e', 'require("node:bench")'];
  return spawnSync(process.execPath, args, { stdio: 'ignore' }).status === 0;
}

/** Each: { run(test, kind, goalMs): ns and what else it says, kinds of tests, flags of its process, isThere() }. */
const TOOLS = Object.fromEntries(Object.entries({
  timeit: { run: timeit, kinds: ['sync', 'callback', 'promise'] },
  tinybench: { run: tinybench },
  mitata: { run: mitata },
  benchmarkjs: { run: benchmarkjs },
  // Its default keeps V8 from optimizing.
  'bench-node': { run: benchNode({}), flags: ['--allow-natives-syntax'] },
  'bench-node-optimized': { run: benchNode({ plugins: [] }), flags: ['--allow-natives-syntax'] },
  'node:bench': { run: nodeBench, flags: ['--experimental-bench', '--no-warnings'], isThere: hasNodeBench },
}).map(([name, tool]) => [name, { kinds: KINDS, flags: [], isThere: () => true, ...tool }]));

module.exports = { TOOLS };
