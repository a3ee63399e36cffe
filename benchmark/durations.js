'use strict';

/*
 * Measures tests of 0.3 ns to 30 s per call, as synchronous, callback and promise tests, with every command:
 *
 *   node durations.js [WAY...]     timeit, bench, run, fork, forkTests, compare, snippet; default all
 *     --durations 0.3,1e3,5e7      in ns; default 0.3, 10, 1e3, 1e6, 2e7, 5e7, 3e8, 2e9
 *     --kinds sync,callback        also promise, sleep (a timer), each, setup; default all
 *     --loops N                    endless loops in the background, default 0
 *     --short                      20 ms, synchronous and sleeping, in timeit and run, in a tenth of the time
 *
 * The body is a chain of multiplications, whose true time is that of a hand-written loop before and after each run. A
 * row is right if it is within 10 % of the nearer one, or if its interval contains one of them. A command is in time if
 * it takes at most its goal, three calls for each process that it was told to start, and one second.
 * Exits with 1 if a row is wrong without a warning, or if a command takes too long.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const LIMIT_MS = 400e3;
const CLOSE = 0.1;
const SLEEP_FROM_NS = 2e7; // timers have a resolution of 1 ms
const PROMISES_FROM_NS = 1e3; // queueing hides shorter bodies
const SUBTRACTED_NS = 0.5; // callbacks and loops: errors of this size are no errors of slow tests

// Seconds that a command was told to measure a test, and the processes that it was told to start.
const WAYS = {
  timeit: { goal: 1, processes: 1, args: (file) => [file] },
  bench: { goal: 2, processes: 1, args: (file) => [file] },
  run: {
    goal: 2, processes: 1,
    args: (file) => [PROGRAM, 'run', '--json', ...(options.short ? ['-t', '0.2', '--fork', '0'] : []), file],
  },
  fork: { goal: 2, processes: 2, args: (file) => [PROGRAM, 'run', '--json', '--fork', '2', '-t', '2', file] },
  forkTests: { goal: 2, processes: 2, args: (file) => [file] },
  compare: {
    goal: 4, processes: 2,
    args: (file) => [
      PROGRAM, 'compare', '--old', process.execPath, '--new', process.execPath, '--time', '4', '--json', file],
  },
  snippet: { goal: 2, processes: 1, args: (file, body) => [PROGRAM, '--json', '-s', body.setup, body.code] },
};

const KINDS = ['sync', 'callback', 'promise', 'sleep', 'each', 'setup'];

const { options, names } = readArguments(
  { durations: null, kinds: null, loops: 0, short: false }, Object.keys(WAYS));
const SHORT = { durations: '2e7', kinds: 'sync,sleep', ways: ['timeit', 'run'] };
const share = options.short ? 0.1 : 1; // of the time
const listOf = (name, preset) => (options[name] || (options.short ? SHORT[name] : preset)).split(',');
const durations = listOf('durations', '0.3,10,1e3,1e6,2e7,5e7,3e8,2e9').map(Number);
const kinds = listOf('kinds', KINDS.join());
const ways = names.length > 0 ? names : options.short ? SHORT.ways : Object.keys(WAYS);

const CHAIN = `let s = 1;
const work = (n) => { for (let i = 0; i < n; i++) s = Math.imul(s, 1664525) + 1013904223 | 0; };`;

/**
 * Nanoseconds of one call in a hand-written loop of about half a second (three calls at least), in processor time:
 * the loop does not wait, and other programs may use the processor.
 */
const TIMED = `
function timed(calls) {
  const started = process.cpuUsage();
  loop(calls);
  return process.cpuUsage(started).user * 1000 / calls;
}
let calls = 1;
let ns = timed(1);
while (ns * calls < SHARE * 5e7) ns = timed(calls = Math.ceil(calls * 1.5));
const rounds = Math.max(2, Math.min(25, SHARE * 5e8 / (ns * calls)));
const all = [];
for (let i = 0; i < rounds; i++) all.push(timed(calls));
console.log(all.sort((a, b) => a - b)[all.length >> 1]);`;

const EMPTY = 'for (let i = 0; i < n; i++) {}';

function nsOfLoop(body) {
  const text = `${CHAIN}\nfunction loop(n) { ${body} }\n${TIMED.replaceAll('SHARE', share)}`;
  return Number(spawnSync(process.execPath, ['-e', text], { encoding: 'utf8', timeout: LIMIT_MS }).stdout);
}

const bodyOf = (steps) => (steps === 0 ? 's++;' : `work(${steps});`);
const trueNs = (steps) => nsOfLoop(EMPTY.replace('{}', `{ ${bodyOf(steps)} }`)) - nsOfLoop(EMPTY);

function testOf(kind, steps, ns) {
  const body = bodyOf(steps);
  return {
    sync: `() => { ${body} }`,
    callback: `(callback) => { ${body} callback(); }`,
    promise: `async () => { ${body} }`,
    sleep: `() => new Promise((resolve) => { setTimeout(resolve, ${Math.round(ns / 1e6)}); })`,
    each: `{ each: () => ${steps}, fn: (steps) => { ${steps === 0 ? body : 'work(steps);'} } }`,
    setup: `{ setup: () => ${steps}, fn: (steps) => { ${steps === 0 ? body : 'work(steps);'} } }`,
  }[kind];
}

const isPossible = (way, kind, ns) => (
  !(kind === 'sleep' && ns < SLEEP_FROM_NS) && !(kind === 'promise' && ns < PROMISES_FROM_NS) &&
  !(way === 'timeit' && (kind === 'each' || kind === 'setup')) && !(way === 'snippet' && kind !== 'sync'));

function textOf(way, kind, test) {
  const start = `const timeit = require(${JSON.stringify(ROOT)});\n${CHAIN}\n`;
  const print = 'const print = (rows) => console.log(JSON.stringify(rows));';
  if (way === 'timeit') {
    const given = `'${share}s', ${test}, '/* NOOUTPUT */'`;
    const run = kind === 'callback' ? `timeit(${given}, (error, ...found) => print([found[3]]))`
      : `Promise.resolve(timeit(${given})).then((found) => print([found]))`;
    return `${start}${print}\n${run};`;
  }
  if (way === 'bench' || way === 'forkTests') {
    const settings = `{ timeGoal: 2, silent: true, forkTests: ${way === 'bench' ? 'false' : 2} }`;
    return `${start}${print}\nPromise.resolve(timeit.bench({ test: ${test} }, ${settings})).then(print);`;
  }
  return `${start}module.exports = { test: ${test} };`;
}

function rowsOf(way, stdout) {
  const found = JSON.parse(stdout);
  if (Array.isArray(found)) return found;
  if (way === 'compare') return found.tests.flatMap(({ sides }) => sides);
  return found.suites.flatMap(({ tests }) => tests);
}

function measure(folder, way, kind, steps, ns) {
  const file = path.join(folder, 'suite.js');
  fs.writeFileSync(file, textOf(way, kind, testOf(kind, steps, ns)));
  const { goal, processes, args } = WAYS[way];
  const startedMs = Date.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args(file, { setup: CHAIN, code: bodyOf(steps) }), {
    encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 1e9, cwd: folder,
  });
  const seconds = (Date.now() - startedMs) / 1000;
  let rows = [];
  try {
    rows = rowsOf(way, stdout);
  } catch (_) {
    // Reported as a row without a figure.
  }
  const [row = {}] = rows;
  const limitSeconds = goal + 3 * processes * ns / 1e9 + 1;
  return { row, seconds, limitSeconds, error: status === 0 ? null : stderr.trim().split('\n')[0] };
}

function judged({ row, seconds, limitSeconds, error }, truths) {
  const { nsPerCall = null, nsLow, nsHigh, warnings = [] } = row;
  const distances = truths.map((truth) => Math.abs(nsPerCall - truth) / truth);
  const off = nsPerCall === null ? Infinity : Math.min(...distances);
  const isInside = nsLow !== null && truths.some((truth) => truth >= nsLow && truth <= nsHigh);
  const isTiny = truths.some((truth) => Math.abs(nsPerCall - truth) < SUBTRACTED_NS);
  const marks = warnings.map(({ code }) => code).filter((code) => code !== 'disturbed');
  const isRight = off <= CLOSE || isInside || isTiny;
  return {
    off, isRight, marks, error, isSilent: !isRight && marks.length === 0, isLate: seconds > limitSeconds,
  };
}

function stepsFor(ns, oneNs) {
  if (ns < 1) return 0;
  return Math.max(1, Math.round(ns / oneNs));
}

async function main() {
  await setLoops(options.loops);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-durations-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const counts = { rows: 0, right: 0, silent: 0, late: 0 };
  const oneNs = trueNs(1000) / 1000;
  for (const ns of durations) {
    const steps = stepsFor(ns, oneNs);
    for (const way of ways) {
      for (const kind of kinds.filter((one) => isPossible(way, one, ns))) {
        const before = kind === 'sleep' ? ns : trueNs(steps);
        const found = measure(folder, way, kind, steps, ns);
        const result = judged(found, [before, kind === 'sleep' ? ns : trueNs(steps)]);
        counts.rows++;
        if (result.isRight) counts.right++;
        if (result.isSilent) counts.silent++;
        if (result.isLate) counts.late++;
        const { row, seconds, limitSeconds } = found;
        console.log([
          `${ns} ns`.padEnd(9), way.padEnd(9), kind.padEnd(8), `${(result.off * 100).toFixed(1)} %`.padStart(8),
          `${row.calls ?? row.count ?? '-'} calls`.padStart(15),
          `${seconds.toFixed(1)} s of ${limitSeconds.toFixed(1)} s`.padStart(16),
          result.isRight ? '' : result.isSilent ? 'WRONG' : 'marked', result.isLate ? 'LATE' : '', result.marks.join(),
          result.error || '',
        ].join('  ').trimEnd());
      }
    }
  }
  console.log(`${counts.right} of ${counts.rows} rows within ${CLOSE * 100} % or inside the interval, ` +
    `${counts.silent} wrong without a warning; ${counts.late} commands took too long`);
  process.exitCode = counts.silent + counts.late > 0 ? 1 : 0;
}

main();
