'use strict';

/*
 * Measures files that were written for other libraries:
 *
 *   node adopted.js [bodies] [start]       both by default
 *     --runs N          runs of each file, default 5
 *     --short           one run of two bodies, 0.02 s per test, in one process
 *   node adopted.js files FOLDER...        runs each file in these folders; see also real.js --folders
 *   node adopted.js members                lists members of each library that its replacement lacks (needs npm ci here)
 *
 * `bodies`: twelve bodies, written for each library and as a qtimeit file; runs of the files are interleaved. `start`:
 * the start-up time that a replacement library adds.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const ADOPT = path.join(__dirname, '..', 'public', 'adopt.js');
const GOAL = { share: 0.02, ns: 0.2, startMs: 30 };
const STARTS = 15;
const FILE_SECONDS = 120;

const LCG = 's = Math.imul(s, 1664525) + 1013904223 | 0;';

const { options, names } = readArguments({ runs: 5, short: false }, null);
const runs = options.short ? 1 : options.runs;

// [name, declarations, body]
const BODIES = [
  ['[1,2,3]', 'let x;', 'x = [1, 2, 3];'], ['{a: 1}', 'let y;', 'y = { a: 1 };'],
  ['LCG x4', 'let s4 = 1;', LCG.repeat(4).replaceAll('s ', 's4 ').replaceAll('(s,', '(s4,')],
  ['LCG x16', 'let s16 = 1;', LCG.repeat(16).replaceAll('s ', 's16 ').replaceAll('(s,', '(s16,')],
  ['JSON.parse', 'let o;', 'o = JSON.parse(\'{"a":1,"b":[1,2,3]}\');'],
  ['RegExp exec', 'let r;', "r = /a(b+)c/.exec('xxabbbc');"],
  ['float division', 'let d = 1;', 'd = 1 / (d + 1);'],
  ['Map get', 'const m = new Map([[1, 1], [2, 2], [3, 3]]); let v = 0;', 'v = m.get(3) + v | 0;'],
  ['Array map', 'const list = [1, 2, 3, 4, 5, 6, 7, 8]; let w;', 'w = list.map((e) => e * 2);'],
  ['Array sort', 'const few = [5, 2, 8, 1, 9, 3, 7, 4, 6, 0]; let q;', 'q = few.slice().sort((a, b) => a - b);'],
  ['String indexOf', "const fox = 'the quick brown fox'; let t = 0;", "t = fox.indexOf('fox', t & 3) + t + 1 & 7;"],
  ['recursion', 'let f; function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }', 'f = fib(8);'],
].slice(0, options.short ? 2 : Infinity);

const DECLARATIONS = BODIES.map(([, declared]) => declared).join('\n');
const eachBody = (textOf) => (
  BODIES.map(([name, , body]) => textOf(JSON.stringify(name), `() => { ${body} }`)).join('\n'));

const FORMS = {
  'ours.js': `${DECLARATIONS}\nmodule.exports = {\n${eachBody((name, fn) => `${name}: ${fn},`)}\n};\n`,
  'benchmark.js': `const { Suite } = require('benchmark');\n${DECLARATIONS}\nconst suite = new Suite();
${eachBody((name, fn) => `suite.add(${name}, ${fn});`)}\nsuite.run({ async: true });\n`,
  'tinybench.mjs': `import { Bench } from 'tinybench';\n${DECLARATIONS}\nconst bench = new Bench();
${eachBody((name, fn) => `bench.add(${name}, ${fn});`)}\nawait bench.run();\n`,
  'mitata.mjs': `import { bench, run } from 'mitata';\n${DECLARATIONS}
${eachBody((name, fn) => `bench(${name}, ${fn});`)}\nawait run();\n`,
  'bench-node.js': `const { Suite } = require('bench-node');\n${DECLARATIONS}\nconst suite = new Suite();
${eachBody((name, fn) => `suite.add(${name}, ${fn});`)}\nsuite.run();\n`,
  'deno.js': `${DECLARATIONS}\n${eachBody((name, fn) => `Deno.bench(${name}, ${fn});`)}\n`,
};

/** The suites of a file that `qtimeit run` measured; null if it fails, after printing the cause */
function suitesOf(file, args = []) {
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, [PROGRAM, 'run', '--json', ...args, file],
    { encoding: 'utf8', maxBuffer: 1e9, timeout: FILE_SECONDS * 1000 });
  // 1: some tests failed. Errors of the command have no suites.
  const { suites } = status <= 1 && stdout ? JSON.parse(stdout) : {};
  if (suites) return suites;
  const lines = stderr.trim().split('\n');
  const cause = lines.find((one) => /rror|qtimeit:/.test(one)) || lines[0];
  console.log(`${path.basename(file)}: exited with ${signal || status}: ${cause}`);
  return null;
}

function inFolder(action) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-adopted-'));
  try {
    return action(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const bodies = () => inFolder((folder) => {
  const found = new Map(Object.keys(FORMS).map((name) => [name, new Map(BODIES.map(([body]) => [body, []]))]));
  for (const [name, text] of Object.entries(FORMS)) fs.writeFileSync(path.join(folder, name), text);
  for (let run = 0; run < runs; run++) {
    for (const [name, times] of found) {
      const time = options.short ? ['-t', '0.02', '--fork', '0'] : ['-t', '0.5', '--fork', '4'];
      const suites = suitesOf(path.join(folder, name), time);
      if (suites === null) return false;
      for (const { name: body, nsPerCall } of suites.flatMap(({ tests }) => tests)) times.get(body).push(nsPerCall);
    }
  }
  const ours = found.get('ours.js');
  const off = [];
  for (const [name, times] of found) {
    if (name === 'ours.js') continue;
    const shares = BODIES.map(([body]) => {
      const [ns, own] = [times, ours].map((all) => median(all.get(body)));
      const difference = Math.abs(ns - own);
      const isOff = difference > Math.max(GOAL.share * own, GOAL.ns);
      if (isOff) off.push(`${name} ${body} ${ns.toFixed(2)} ns, as a qtimeit file ${own.toFixed(2)} ns`);
      return difference / own;
    });
    console.log(`${name.padEnd(14)} median difference ${(median(shares) * 100).toFixed(2)} %, ` +
      `maximum ${(Math.max(...shares) * 100).toFixed(2)} %`);
  }
  const all = BODIES.length * (Object.keys(FORMS).length - 1);
  console.log(`bodies: ${all - off.length} of ${all} within ${GOAL.share * 100} % or ${GOAL.ns} ns of qtimeit files`);
  for (const line of off) console.log(`  ${line}`);
  return options.short || off.length === 0;
});

const start = () => inFolder((folder) => {
  const file = path.join(folder, 'x.js');
  fs.writeFileSync(file, '');
  const adopted = path.join(folder, 'y.js');
  fs.writeFileSync(adopted, "require('benchmark');");
  const took = (args) => {
    const startedMs = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - startedMs;
  };
  const added = [];
  const times = options.short ? 1 : STARTS;
  for (let i = 0; i < times; i++) added.push(-took([file]) + took(['--require', ADOPT, adopted]));
  console.log(`start: a replacement library adds ${median(added).toFixed(1)} ms (goal ${GOAL.startMs})`);
  return options.short || median(added) <= GOAL.startMs;
});

function files([...folders]) {
  let complete = 0;
  const all = folders.flatMap((folder) => fs.readdirSync(folder, { recursive: true }).sort()
    .map((name) => path.join(folder, name)))
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !file.includes('node_modules'));
  for (const file of all) {
    const suites = suitesOf(file, ['-t', '0.05']);
    if (suites === null) continue;
    const rows = suites.flatMap(({ tests }) => tests);
    const failed = rows.filter(({ error }) => error).map(({ name, error }) => `${name}: ${error.message}`);
    if (rows.length > 0 && failed.length === 0) complete++;
    console.log(`${file}: ${rows.length} tests${failed.length ? `, ${failed.length} failed (${failed[0]})` : ''}`);
  }
  console.log(`files: all tests measured in ${complete} of ${all.length}`);
  return complete === all.length;
}

// Internals, options without an effect, and statistics that qtimeit's rows contain.
const OMITTED = {
  tinybench: ['calibrateTimerOverhead', 'classifyTimerSaturation', 'detectTimerSaturation', 'estimateResolution',
    'medianAbsoluteDeviation'],
  'tinybench Bench': ['concurrency', 'now', 'retainSamples', 'runtime', 'runtimeVersion', 'setup', 'signal',
    'subtractTimerOverhead', 'teardown', 'threshold', 'throws', 'timerOverhead', 'timestampProvider'],
  'tinybench Task': ['detectedResolution'],
  mitata: ['$'],
  'mitata B': ['f', 'flags'],
  'bench-node Suite': ['runWorkerBenchmark'],
};

/** Names of members of an object and its prototypes, without built-in ones */
function membersOf(object) {
  const found = new Set();
  for (let at = object; at && at !== Object.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    if (at === EventTarget.prototype) break;
    for (const name of Object.getOwnPropertyNames(at)) found.add(name);
  }
  for (const name of ['length', 'name', 'prototype', 'constructor', 'arguments', 'caller']) found.delete(name);
  return [...found].filter((name) => !name.startsWith('_'));
}

async function members() {
  const replacementOf = (name) => require(`../lib/extras/adopt/libraries/${name}`);
  const noop = () => {};
  const pairs = [];
  for (const name of ['benchmark', 'tinybench', 'mitata', 'bench-node']) {
    const imported = await import(name);
    const parts = (library) => ({
      [name]: library,
      ...(name === 'benchmark' && {
        'benchmark Benchmark': new library('x', noop), 'benchmark Suite': new library.Suite(),
      }),
      ...(library.Bench && { 'tinybench Bench': new library.Bench(),
        'tinybench Task': new library.Bench().add('x', noop).tasks[0] }),
      ...(library.B && { 'mitata B': new library.B('x', noop) }),
      ...(name === 'bench-node' && { 'bench-node Suite': new library.Suite() }),
    });
    const ours = parts(replacementOf(name));
    const real = parts(imported.default || imported);
    for (const part of Object.keys(real)) pairs.push([part, membersOf(real[part]), ours[part]]);
  }
  let isComplete = true;
  for (const [part, all, ours] of pairs) {
    const missing = all.filter((name) => !(name in ours));
    const unknown = missing.filter((name) => !(OMITTED[part] || []).includes(name));
    if (unknown.length > 0) isComplete = false;
    console.log(`${part.padEnd(20)} ${all.length - missing.length} of ${all.length} members` +
      `${missing.length ? `; missing ${missing.join(', ')}` : ''}${unknown.length ? `; UNKNOWN ${unknown}` : ''}`);
  }
  return isComplete;
}

const [first = '', ...rest] = names;
const isSelected = ([name]) => names.length === 0 || names.includes(name);
const selected = first === 'files' ? [() => files(rest)] : first === 'members' ? [members]
  : [['bodies', bodies], ['start', start]].filter(isSelected).map(([, one]) => one);
if (selected.length === 0) throw new Error(`unknown argument ${first}. Use bodies, start, members or files FOLDER`);
Promise.all(selected.map((one) => one())).then((met) => { process.exitCode = met.every(Boolean) ? 0 : 1; });
