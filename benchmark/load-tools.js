'use strict';

/*
 * The tools that are measured under load, one test per process. All get the same time, if they have such an option.
 */

const { spawnSync } = require('child_process');

// warnings whose text replaces the figure in the printed line
const REPLACING = ['below-resolution', 'too-noisy'];

const SAMPLES = 30; // of node:bench, its default

/** Time per call in ns with its interval; doubts: warnings in the printed line that replace or qualify the figure. */
async function timeit(test, kind, goalMs) {
  const { changesMeaning } = require('../lib/core/system/warnings');
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
    doubts: warnings.filter((one) => REPLACING.includes(one.code) || changesMeaning(one)).map(({ code }) => code),
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

/** The user writes the loop, and passes the number of operations: here so many that all samples take goalMs. */
async function nodeBench(test, kind, goalMs) {
  const { createRunner } = require('node:bench');
  const isSync = kind === 'sync';
  const calls = (n) => { for (let i = 0; i < n; i++) test(); };
  const awaitedCalls = async (n) => { for (let i = 0; i < n; i++) await test(); };
  const loop = isSync ? calls : awaitedCalls;
  let operations = 1;
  // The fastest of three, because others may be interrupted.
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
  throw new Error('node:bench returned no result');
}

const KINDS = ['sync', 'promise'];

function hasNodeBench() {
  const args = ['--experimental-bench', '-e', 'require("node:bench")'];
  return spawnSync(process.execPath, args, { stdio: 'ignore' }).status === 0;
}

/** Each: { run(test, kind, goalMs): { ns, … }, kinds: of tests, flags: of Node.js, isAvailable() }. */
const TOOLS = Object.fromEntries(Object.entries({
  timeit: { run: timeit, kinds: ['sync', 'callback', 'promise'] },
  tinybench: { run: tinybench },
  mitata: { run: mitata },
  benchmarkjs: { run: benchmarkjs },
  // Its default plugin prevents V8 from optimizing.
  'bench-node': { run: benchNode({}), flags: ['--allow-natives-syntax'] },
  'bench-node-optimized': { run: benchNode({ plugins: [] }), flags: ['--allow-natives-syntax'] },
  'node:bench': { run: nodeBench, flags: ['--experimental-bench', '--no-warnings'], isAvailable: hasNodeBench },
}).map(([name, tool]) => [name, { kinds: KINDS, flags: [], isAvailable: () => true, ...tool }]));

module.exports = { TOOLS };
