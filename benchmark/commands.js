'use strict';

/*
 * Checks the verdicts of `qtimeit command`: two equal commands must not differ, and a command that takes 3 % longer
 * must be found. Also prints how long starting a process takes, with and without a shell.
 *
 *   node commands.js [same] [slower] [start]     default: all of these
 *   node commands.js hyperfine                    two equal commands, and a slower one, by both tools in turn
 *     --runs N          runs of each, default 20
 *     --time SECONDS    time limit per command (qtimeit command --time), default 10
 *     --more SHARE      how much longer the slower command takes, default 0.03
 *     --short           one run of 0.1 s, of commands of 20 ms
 *
 * Exits with 1 if more than 2 in 20 runs of qtimeit are wrong. hyperfine has no verdicts: it prints a ratio and its
 * standard deviation, '1.03 ± 0.02 times faster'. Here, commands differ if that interval does not contain 1.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const MOST_WRONG = 0.1;
const CHECKS = ['same', 'slower', 'start'];

const { options, names } = readArguments({ runs: 20, time: 10, more: 0.03, short: false }, [...CHECKS, 'hyperfine']);
const runs = options.short ? 1 : options.runs;
const time = options.short ? 0.1 : options.time;
const SPIN_MS = options.short ? 20 : 100;
const STARTS = options.short ? 1 : 9; // to estimate the time of an empty script

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-commands-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const script = path.join(folder, 'spin.js');
fs.writeFileSync(
  script, 'const end = performance.now() + Number(process.argv[2]);\nwhile (performance.now() < end);\n');

const spin = (ms) => `node "${script}" ${ms}`;
const formatMs = (ns) => `${(ns / 1e6).toFixed(2)} ms`;

/** The rows of one run of the command, and its duration */
function run(...commands) {
  const startedMs = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath, [PROGRAM, 'command', ...commands, '--time', `${time}`, '--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`command exited with ${status}: ${stderr}${stdout}`);
  return { rows: JSON.parse(stdout).suites[0].tests, seconds: (performance.now() - startedMs) / 1000 };
}

/** The verdict and the ratio of the second command, and the duration, by each tool */
const TOOLS = {
  qtimeit(commands) {
    const { rows: [, { verdict, rank }], seconds } = run(...commands);
    return { verdict, ratio: 1000 / rank, seconds };
  },

  hyperfine(commands) {
    const file = path.join(folder, 'hyperfine.json');
    const startedMs = performance.now();
    const { status, stderr } = spawnSync(
      'hyperfine', ['--shell=none', '--style=none', '--export-json', file, ...commands], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`hyperfine exited with ${status}: ${stderr}`);
    const { results } = JSON.parse(fs.readFileSync(file, 'utf8'));
    const [first, second] = results;
    const ratio = second.mean / first.mean;
    const deviation = Math.hypot(...results.map(({ mean, stddev }) => stddev / mean));
    // As it prints it: relative to the faster command
    const isClear = Math.max(ratio, 1 / ratio) * (1 - deviation) > 1;
    const verdict = isClear ? ratio > 1 ? 'slower' : 'faster' : 'contains 1';
    return { verdict, ratio, seconds: (performance.now() - startedMs) / 1000 };
  },
};

/** Whether few enough of the verdicts of qtimeit are wrong. Several tools take turns. */
function check(name, commands, isWrong, tools = ['qtimeit']) {
  const found = Object.fromEntries(tools.map((tool) => [tool, []]));
  for (let i = 0; i < runs; i++) for (const tool of tools) found[tool].push(TOOLS[tool](commands));
  for (const tool of tools) {
    const verdicts = found[tool].map(({ verdict }) => verdict);
    const listed = [...new Set(verdicts)].map((verdict) => (
      `${verdicts.filter((one) => one === verdict).length} ${verdict}`)).join(', ');
    const middle = (key) => median(found[tool].map((one) => one[key]));
    console.log(`${tool}: ${name}: ${listed} in ${runs} runs; ${verdicts.filter(isWrong).length} wrong; median ratio ` +
      `${middle('ratio').toFixed(4)}, median ${middle('seconds').toFixed(1)} s per run`);
  }
  return options.short || found.qtimeit.filter(({ verdict }) => isWrong(verdict)).length <= MOST_WRONG * runs;
}

const isDifferent = (verdict) => /slower|faster/.test(verdict);
const isNotSlower = (verdict) => verdict !== 'slower';
const SLOWER = `${(options.more * 100).toFixed(1)} % slower`;

function slowerCommands() {
  const moreMs = options.more * (timeOfStart() + SPIN_MS);
  return [spin(SPIN_MS), spin((SPIN_MS + moreMs).toFixed(3))];
}

/** The smallest one: on a busy machine, others include waiting for a core. */
function timeOfStart() {
  const times = Array.from({ length: STARTS }, () => {
    const startedMs = performance.now();
    spawnSync('node', [script, '0'], { stdio: 'ignore' });
    return performance.now() - startedMs;
  });
  return Math.min(...times);
}

const ALL = {
  same: () => check('two equal commands', ['node -e 0', 'node -e 0'], isDifferent),
  slower: () => check(SLOWER, slowerCommands(), isNotSlower),

  hyperfine() {
    if (spawnSync('hyperfine', ['--version']).status !== 0) {
      console.log('hyperfine is not installed: apt-get install hyperfine');
      return true;
    }
    const both = ['qtimeit', 'hyperfine'];
    const isSameFine = check('two equal commands', [spin(SPIN_MS), spin(SPIN_MS)], isDifferent, both);
    return check(SLOWER, slowerCommands(), isNotSlower, both) && isSameFine;
  },

  start() {
    const { rows } = run('true', 'true;');
    const [direct, shell] = rows.map(({ nsPerCall, nsLow, nsHigh }) => (
      `${formatMs(nsPerCall)} (${formatMs(nsLow)} to ${formatMs(nsHigh)})`));
    console.log(`true: ${direct}; in a shell: ${shell}`);
    return true;
  },
};

const areRight = (names.length > 0 ? names : CHECKS).map((name) => ALL[name]());
process.exitCode = areRight.every(Boolean) ? 0 : 1;
