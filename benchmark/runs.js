'use strict';

/*
 * Measures how repeatable the results of a run are:
 *
 *   node runs.js [computing] [allocating] [mixed] [pairs]     all by default
 *     --runs N     of each suite, default 10 (pairs: 20)
 *     --script     uses bench in a script instead of qtimeit run
 *     --arguments  further arguments of qtimeit run, such as --arguments='--fork 0'
 *     --short      two runs of two tests, of 0.05 s
 *     --verbose    prints the results of each test
 *
 * For each suite, it prints the share of pairs of runs in which the interval of one run contains the rank of the other
 * run (83 % if the intervals are correct and equally wide), half the width of these intervals, and the duration of a
 * run; for pairs of equal tests, how many are called different.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { BODIES, pairSuites, suiteText, scriptText } = require('./run-bodies');
const { median } = require('../lib/base/stats/sample');

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const { options, names } = readArguments(
  { runs: 0, script: false, arguments: '', short: false, verbose: false }, [...Object.keys(BODIES), 'pairs']);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-runs-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const percent = (share, digits = 1) => `${(share * 100).toFixed(digits)} %`;
const firstOf = (bodies, count) => Object.fromEntries(Object.entries(bodies).slice(0, count));

/** The rows of one run, and its duration in seconds. */
function run(bodies) {
  const file = path.join(folder, 'suite.js');
  fs.writeFileSync(file, options.script ? scriptText(bodies, ROOT) : suiteText(bodies));
  const args = options.script ? [file]
    : [PROGRAM, 'run', '--json', ...(options.short ? ['-t', '0.05'] : []),
      ...options.arguments.split(' ').filter(Boolean), file];
  const startedMs = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`exited with ${status}: ${stderr}`);
  const parsed = JSON.parse(stdout);
  const rows = Array.isArray(parsed) ? parsed : parsed.suites ? parsed.suites[0].tests : parsed;
  return { rows, seconds: (performance.now() - startedMs) / 1000 };
}

const isDifferent = ({ verdict }) => verdict === 'faster' || verdict === 'slower';

/** The number of ordered pairs of runs in which the first interval contains the second value, and of all pairs. */
function coverage(results, value, low, high) {
  let inside = 0;
  let all = 0;
  results.forEach((first, i) => results.forEach((second, k) => {
    if (i === k || !(first[low] > 0) || !(second[value] > 0)) return;
    all++;
    if (second[value] >= first[low] && second[value] <= first[high]) inside++;
  }));
  return [inside, all];
}

function repeat(name) {
  const bodies = options.short ? firstOf(BODIES[name], 2) : BODIES[name];
  const runs = Array.from({ length: options.short ? 2 : options.runs || 10 }, () => run(bodies));
  let inside = 0;
  let all = 0;
  let contradicted = 0;
  const widths = [];
  for (const test of Object.keys(bodies).slice(1)) {
    const own = runs.map(({ rows }) => rows.find((row) => row.name === test));
    const [hits, pairs] = coverage(own, 'rank', 'rankLow', 'rankHigh');
    inside += hits;
    all += pairs;
    const halves = own.filter(({ rankLow }) => rankLow > 0)
      .map(({ rankLow, rankHigh }) => Math.log(rankHigh / rankLow) / 2);
    widths.push(...halves);
    if (['faster', 'slower'].every((one) => own.some(({ verdict }) => verdict === one))) contradicted++;
    if (!options.verbose) continue;
    console.log(`    ${test.padEnd(20)} ${percent(hits / pairs, 0).padStart(6)}  +-${percent(median(halves))}  ` +
      own.map(({ rank, verdict }) => `${rank && rank.toFixed(0)}${verdict[0]}`).join(' '));
  }
  console.log(`${name}: rank of another run in the interval: ${percent(inside / all, 0)} of ${all} pairs; half width ` +
    `(median) ${percent(median(widths))}; called both faster and slower: ${contradicted} of ` +
    `${Object.keys(bodies).length - 1}; ${median(runs.map(({ seconds }) => seconds)).toFixed(1)} s per run`);
}

function pairs() {
  const suites = options.short ? pairSuites.slice(0, 2) : pairSuites;
  const count = options.short ? 2 : options.runs || 20;
  let different = 0;
  let contradicted = 0;
  for (const bodies of suites) {
    const verdicts = Array.from({ length: count }, () => run(bodies).rows[1].verdict);
    different += verdicts.filter((verdict) => isDifferent({ verdict })).length;
    if (verdicts.includes('faster') && verdicts.includes('slower')) contradicted++;
    if (options.verbose) console.log(`    ${Object.keys(bodies)[0]}: ${verdicts.join(' ')}`);
  }
  console.log(`pairs: equal tests called different in ${different} of ${count * suites.length} runs; ` +
    `${contradicted} of ${suites.length} called both faster and slower`);
}

for (const name of names.length ? names : [...Object.keys(BODIES), 'pairs']) {
  if (name === 'pairs') pairs();
  else repeat(name);
}
