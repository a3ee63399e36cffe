'use strict';

/*
 * Checks the verdicts of `qtimeit command`: two equal commands must not differ, and a command that takes 3 % longer
 * must be found. Also prints how long starting a process takes, with and without a shell.
 *
 *   node commands.js [same] [slower] [start]     default: all
 *     --runs N          runs of each, default 20
 *     --time SECONDS    time limit per command (qtimeit command --time), default 10
 *     --more SHARE      how much longer the slower command takes, default 0.03
 *     --short           two runs of 1 s
 *
 * Exits with 1 if more than 2 in 20 runs are wrong.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const SPIN_MS = 100;
const STARTS = 9; // to estimate the time of an empty script
const MOST_WRONG = 0.1;
const CHECKS = ['same', 'slower', 'start'];

const { options, names } = readArguments({ runs: 20, time: 10, more: 0.03, short: false }, CHECKS);
const runs = options.short ? 2 : options.runs;
const time = options.short ? 1 : options.time;

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

/** Whether few enough of the verdicts are wrong. */
function check(name, commands, isWrong) {
  const counts = {};
  const seconds = [];
  const ratios = [];
  for (let i = 0; i < runs; i++) {
    const { rows: [, row], seconds: spent } = run(...commands);
    counts[row.verdict] = (counts[row.verdict] || 0) + 1;
    seconds.push(spent);
    ratios.push(1000 / row.rank);
  }
  const wrong = Object.keys(counts).filter(isWrong).reduce((sum, verdict) => sum + counts[verdict], 0);
  const listed = Object.entries(counts).map(([verdict, times]) => `${times} ${verdict}`).join(', ');
  console.log(`${name}: ${listed} in ${runs} runs; ${wrong} wrong; median ratio ${median(ratios).toFixed(4)}, ` +
    `median ${median(seconds).toFixed(1)} s per run`);
  return options.short || wrong <= MOST_WRONG * runs;
}

function timeOfStart() {
  const times = Array.from({ length: STARTS }, () => {
    const startedMs = performance.now();
    spawnSync('node', [script, '0'], { stdio: 'ignore' });
    return performance.now() - startedMs;
  });
  return median(times);
}

const ALL = {
  same: () => check('two equal commands', ['node -e 0', 'node -e 0'], (verdict) => /slower|faster/.test(verdict)),

  slower() {
    const moreMs = options.more * (timeOfStart() + SPIN_MS);
    const commands = [spin(SPIN_MS), spin((SPIN_MS + moreMs).toFixed(3))];
    return check(`${(options.more * 100).toFixed(1)} % slower`, commands, (verdict) => verdict !== 'slower');
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
