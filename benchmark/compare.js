'use strict';

/*
 * Measures the accuracy and speed of `qtimeit compare`:
 *
 *   node compare.js [aa] [three] [compute] [JSON] [allocating] [versions] [start] [saved] [core]
 *     --runs N          runs of each, default 20
 *     --time SECONDS    time limit per test (qtimeit compare --time)
 *     --other NODE      executable that `versions` compares with this Node.js
 *     --toolkit FOLDER  benchmark/ of a checkout of Node.js, for `core`
 *     --verbose         prints the changes of each run
 *     --short           1000 instead of 100 000 rounds and processes, for `saved`
 *
 * Default: all except `core`. `aa` compares this Node.js with itself; `three` is `aa` with three tests, for many runs.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { EVERYDAY, THREE, SLOWDOWNS, coreText } = require('./compare-bodies');
const { makeRepository } = require('./repository');
const { welch } = require('../test/helpers/welch-log');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const NAMES = ['aa', 'three', 'compute', 'JSON', 'allocating', 'versions', 'start', 'saved', 'core'];

const { options, names } =
  readArguments({ runs: 20, time: null, other: null, toolkit: null, verbose: false, short: false }, NAMES);
const { runs } = options;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-benchmark-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const percent = (share) => `${(share * 100).toFixed(2)} %`;
const sign = (ratio) => `${ratio > 1 ? '+' : ''}${percent(ratio - 1)}`;
const spread = (values, show) =>
  `median ${show(median(values))}, ${show(Math.min(...values))} to ${show(Math.max(...values))}`;

function write(name, text) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

/** The document of a comparison, with its duration in seconds. */
function compared(args, cwd = folder) {
  const time = options.time ? ['--time', options.time] : [];
  const startedMs = performance.now();
  const { stdout, stderr, status } =
    spawnSync(process.execPath, [PROGRAM, 'compare', '--json', ...time, ...args],
      { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0 || !stdout) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return { ...JSON.parse(stdout), seconds: (performance.now() - startedMs) / 1000 };
}

const changesOf = ({ tests }) =>
  tests.map(({ name, changes: [change], sides }) => ({ name, ...change, processes: sides[0].processes }));
const isDifferent = ({ verdict }) => verdict === 'slower' || verdict === 'faster';

function print(changes) {
  for (const { name, verdict, ratio, low, high, processes } of changes) {
    console.log(`    ${name.padEnd(20)} ${verdict.padEnd(11)} ${sign(ratio)} (${sign(low)} .. ${sign(high)}) ` +
      `${processes} processes per side`);
  }
}

/** Compares this Node.js with itself. */
function aa(tests = EVERYDAY) {
  const file = write('everyday.js', tests);
  const seconds = [];
  const off = [];
  const widths = new Map();
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    const result = compared(['--old', process.execPath, '--new', process.execPath, file]);
    const changes = changesOf(result);
    const called = changes.filter(isDifferent);
    if (called.length) wrong++;
    seconds.push(result.seconds);
    changes.forEach(
      ({ name, ratio, low, high }) => {
        off.push(Math.abs(Math.log(ratio)));
        widths.set(name, [...(widths.get(name) || []), Math.log(high / low) / 2]);
      });
    console.log(`  run ${run + 1}: ${result.seconds.toFixed(0)} s, ${called.length} of ${changes.length} called ` +
      `different, ${changes.filter(({ verdict }) => verdict === 'same').length} same`);
    print(options.verbose ? changes : called);
  }
  console.log(`aa: ${wrong} of ${runs} runs with any test called different; errors: ${spread(off, percent)}; ` +
    `${spread(seconds, (s) => `${s.toFixed(0)} s`)}`);
  for (const [name, own] of widths) console.log(`  half width of ${name}: ${spread(own, percent)}`);
}

function repository(name) {
  const { sizes, text } = SLOWDOWNS[name];
  const cwd = path.join(folder, `repository-${name}`);
  makeRepository(cwd, sizes.map((size) => text(size)));
  return cwd;
}

function slowdown(name) {
  const cwd = repository(name);
  const seconds = [];
  const ratios = [];
  let called = 0;
  for (let run = 0; run < runs; run++) {
    const result = compared(['--rev', 'HEAD~1', 'suite.js'], cwd);
    const [change] = changesOf(result);
    if (change.verdict === 'slower') called++;
    seconds.push(result.seconds);
    ratios.push(change.ratio);
    console.log(`  run ${run + 1}: ${result.seconds.toFixed(1)} s`);
    print([change]);
  }
  const { sizes: [old, fresh] } = SLOWDOWNS[name];
  console.log(`${name}: ${old} and ${fresh}: called slower in ${called} of ${runs} runs; ratio ` +
    `${spread(ratios, sign)}; ${spread(seconds, (s) => `${s.toFixed(1)} s`)}`);
}

function versions() {
  if (!options.other) throw new Error('versions requires --other NODE');
  const file = write('everyday.js', EVERYDAY);
  const [first, second] = [0, 1].map((run) => {
    const result = compared(['--old', process.execPath, '--new', options.other, file]);
    console.log(`  run ${run + 1}: ${result.seconds.toFixed(0)} s, ` +
      `${result.sides.map(({ source }) => source).join(' and ')}`);
    const changes = changesOf(result);
    print(changes);
    return changes;
  });
  const confirmed = first.filter((change, i) => change.verdict === second[i].verdict);
  const contradicted = first.filter(
    (change, i) => isDifferent(change) && isDifferent(second[i]) && change.verdict !== second[i].verdict);
  console.log(`versions: ${confirmed.length} of ${first.length} verdicts equal in both runs, ` +
    `${contradicted.length} contradicted`);
}

function start() {
  const times = { bare: [], help: [] };
  const timed = (list, args) => {
    const startedMs = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore' });
    list.push(performance.now() - startedMs);
  };
  for (let i = 0; i < 2 * runs + 1; i++) {
    timed(times.bare, ['-e', '0']);
    timed(times.help, [PROGRAM, '--help']);
  }
  const ms = (value) => `${value.toFixed(1)} ms`;
  console.log(`start: node -e 0 ${spread(times.bare, ms)}; --help ${spread(times.help, ms)}; ` +
    `${ms(median(times.help) - median(times.bare))} more`);
}

/** A file of results as `qtimeit run` saves it; rounds: total for all tests */
function savedFile(name, rounds, tests) {
  const column = (valueOf) => Array.from({ length: rounds / tests }, valueOf);
  const row = require('..').bench([() => Math.random()], { silent: true, timeGoal: 0.02 })[0];
  const test = (i) => ({
    ...row, name: `test ${i}`, verdict: 'unresolved',
    samples: [{
      nsPerCall: 100 + i, nsLow: 99 + i, nsHigh: 101 + i, cycles: 300 + i, calls: 1e6,
      rounds: { warmUp: 0, calls: column(() => 1000), ns: column(() => 100 + Math.random()), mhz: column(() => 3600.5),
        heapBytes: column(() => 32000) },
    }],
  });
  const document = {
    qtimeit: 'results', schema: 1, version: '1.0.0', savedAt: new Date().toISOString(), complete: true, command: [],
    environment: require('..').sysinfo(),
    suites: [
      { file: 'a.js', suite: 1, settings: null, error: null, tests: Array.from({ length: tests }, (_, i) => test(i)) }],
  };
  return write(name, JSON.stringify(document));
}

/** The same with many processes per test, instead of rounds. */
function savedProcesses(name, samples, tests) {
  const file = savedFile(name, tests, tests);
  const document = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const test of document.suites[0].tests) {
    test.samples =
      Array.from({ length: samples / tests },
        () => ({ nsPerCall: 100 + Math.random(), nsLow: 99, nsHigh: 101, cycles: 300 + Math.random(), calls: 1000,
          rounds: null }));
  }
  fs.writeFileSync(file, JSON.stringify(document));
  return file;
}

function saved() {
  const count = options.short ? 1e3 : 1e5;
  for (const [what, files] of [
    [`${count} rounds in ten tests`, ['a.json', 'b.json'].map((name) => savedFile(name, count, 10))],
    [`${count} processes in ten tests`, ['c.json', 'd.json'].map((name) => savedProcesses(name, count, 10))],
  ]) {
    const seconds = [];
    for (let i = 0; i < Math.min(runs, 5); i++) {
      const startedMs = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'compare', ...files], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      seconds.push((performance.now() - startedMs) / 1000);
    }
    console.log(`saved: two files of ${what}: ${spread(seconds, (s) => `${s.toFixed(2)} s`)}`);
  }
}

/**
 * The same slowdowns, compared by Node core's compare.js with 30 runs and judged as by its compare.R: Welch's test of
 * the rates, p < 0.05. Core compares two executables on one file. Here the executables are scripts that run this
 * Node.js with different values of SIZE.
 */
function core() {
  if (!options.toolkit) throw new Error('core requires --toolkit FOLDER');
  const toolkit = path.join(folder, 'core');
  fs.cpSync(options.toolkit, toolkit, { recursive: true });
  fs.mkdirSync(path.join(toolkit, 'slowdown'));
  const binary = (name, size) => {
    const file = write(`core-node-${size}`, `#!/bin/sh\nSIZE=${size} exec ${process.execPath} "$@"\n`);
    fs.chmodSync(file, 0o755);
    return file;
  };
  for (const name of Object.keys(SLOWDOWNS)) {
    const { sizes } = SLOWDOWNS[name];
    for (const [kind, pair] of [['slowdown', sizes], ['no change', [sizes[0], sizes[0]]]]) {
      fs.writeFileSync(path.join(toolkit, 'slowdown', 'one.js'), coreText(name));
      const seconds = [];
      const ratios = [];
      let called = 0;
      for (let run = 0; run < runs; run++) {
        const startedMs = performance.now();
        const { stdout, status, stderr } =
          spawnSync(
            process.execPath,
              [path.join(toolkit, 'compare.js'), '--old', binary(name, pair[0]), '--new', binary(name, pair[1]),
                '--runs', '30', '--no-progress', 'slowdown'], { cwd: toolkit, encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
        seconds.push((performance.now() - startedMs) / 1000);
        const rates = { old: [], new: [] };
        for (const line of stdout.trim().split('\n').slice(1)) {
          const cells = line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, ''));
          rates[cells[0]].push(Number(cells[cells.length - 2]));
        }
        const { p } = welch(rates.new, rates.old);
        const ratio = rates.old.reduce((a, b) => a + b) / rates.new.reduce((a, b) => a + b);
        ratios.push(ratio);
        if (p < 0.05 && (kind === 'no change' || ratio > 1)) called++;
        if (options.verbose) console.log(`  ${name}, ${kind}: ${sign(ratio)}, p = ${p}`);
      }
      console.log(`core: ${name}, ${kind}: called ${kind === 'slowdown' ? 'slower' : 'different'} in ${called} of ` +
        `${runs} runs; ratio ${spread(ratios, sign)}; ${spread(seconds, (s) => `${s.toFixed(1)} s`)}`);
    }
  }
}

const slowdowns = Object.fromEntries(Object.keys(SLOWDOWNS).map((name) => [name, () => slowdown(name)]));
const actions = { aa: () => aa(), three: () => aa(THREE), ...slowdowns, versions, start, saved, core };
for (const name of names.length ? names : NAMES.slice(0, -1)) actions[name]();
