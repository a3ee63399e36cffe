'use strict';

/*
 * Measures how much times differ between processes, for the constants in lib/core/estimate/suite-comparison.js.
 *
 *   node process-variance.js
 *     --runs N         processes of each suite, default 16
 *     --time SECONDS   per test, default 0.5
 *     --short          two processes, two tests of each suite, 0.02 s
 *
 * Each process measures a suite of run-bodies.js. For each two tests of a class, it takes the standard deviation of
 * ln(ratio) over all processes; divided by the square root of two, this is the deviation of one test.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { BODIES, suiteText } = require('./run-bodies');
const { chooseDeviation } = require('../lib/core/estimate/suite-comparison');
const { quantileSorted, toSorted, variance } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const { options } = readArguments({ runs: 16, time: 0.5, short: false });
const runs = options.short ? 2 : options.runs;
const seconds = options.short ? 0.02 : options.time;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-variance-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function rowsOf(bodies) {
  const file = path.join(folder, 'suite.js');
  fs.writeFileSync(file, suiteText(bodies));
  const args = [PROGRAM, 'run', '--fork', '0', '-t', String(seconds), '--json', file];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`qtimeit run exited with ${status}: ${stderr}`);
  return JSON.parse(stdout).suites[0].tests;
}

const classes = new Map();
for (const all of Object.values(BODIES)) {
  const bodies = Object.fromEntries(Object.entries(all).slice(0, options.short ? 2 : Infinity));
  const processes = Array.from({ length: runs }, () => rowsOf(bodies));
  const deviations = processes[0].map(chooseDeviation);
  deviations.forEach((deviation, i) => deviations.forEach((other, k) => {
    if (k <= i || deviation !== other) return;
    const ratios = processes.filter((rows) => rows[i].rank > 0 && rows[k].rank > 0)
      .map((rows) => Math.log(rows[i].rank / rows[k].rank));
    if (!classes.has(deviation)) classes.set(deviation, []);
    classes.get(deviation).push(Math.sqrt(variance(ratios) / 2));
  }));
}

const percent = (share) => `${(share * 100).toFixed(2)} %`;
console.log('| deviation of the class | pairs | median | 80 % of pairs below | largest |\n|---|---|---|---|---|');
for (const [deviation, found] of classes) {
  const inOrder = toSorted(found);
  const [middle, most, largest] = [0.5, 0.8, 1].map((share) => percent(quantileSorted(inOrder, share)));
  console.log(`| ${percent(deviation)} | ${found.length} | ${middle} | ${most} | ${largest} |`);
}
