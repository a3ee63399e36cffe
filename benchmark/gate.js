'use strict';

/*
 * Checks that `compare --rev HEAD~1 --max-regression 3%` fails, under load, for a revision that does 10 % more work.
 *
 *   node gate.js [compute] [JSON] [allocating]     default compute
 *     --runs N          runs of each, default 20
 *     --time SECONDS    time limit per test (qtimeit compare --time)
 *     --limit SHARE     default 3%
 *     --loops N         endless loops in the background, default 2
 *     --equal           two equal revisions, for which it must not fail
 *     --short           one run of 5 s
 *     --verbose         prints the table of each run
 *
 * Exits with 1 if a run passes, or with --equal, if a run fails.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { SLOWDOWNS } = require('./compare-bodies');
const { setLoops } = require('./loops');
const { makeRepository } = require('./repository');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');

const MORE = 1.1; // work of the new revision / work of the old revision

const OUTCOMES = ['failed', 'not-judged', 'passed'];

const { options, names } = readArguments(
  { runs: 20, time: null, limit: '3%', loops: 2, equal: false, short: false, verbose: false }, Object.keys(SLOWDOWNS));
const runs = options.short ? 1 : options.runs;
const time = options.time || (options.short ? '5' : null);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-gate-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const percent = (value) => (value === null ? '-' : `${((value - 1) * 100).toFixed(2)} %`);

/** One run of the command: { status, gate, line: the last line of text, text, change, seconds } */
function run(cwd) {
  const file = path.join(folder, 'comparison.json');
  const limits = ['--max-regression', options.limit, ...(time ? ['--time', time] : [])];
  const args = [PROGRAM, 'compare', '--rev', 'HEAD~1', ...limits, '--save', file, '--force', 'suite.js'];
  const startedMs = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const seconds = (performance.now() - startedMs) / 1000;
  if (status !== 0 && status !== 3) throw new Error(`compare exited with ${status}: ${stderr}${stdout}`);
  const { gate, tests: [{ changes: [change] }] } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { status, gate, change, text: stdout, line: stdout.trimEnd().split('\n').pop(), seconds };
}

/** The outcome, after checking that the last line and the exit code agree with it. */
function outcomeOf({ status, gate, line }) {
  const [, printed = ''] = /^--max-regression [^:]*: (passed|failed|not judged);/.exec(line) || [];
  const isConsistent = printed.replace(' ', '-') === gate.outcome && (status === 3) === (printed === 'failed');
  if (!isConsistent) throw new Error(`exit code ${status}, ${gate.outcome}: ${line}`);
  return gate.outcome;
}

function check(name) {
  const { sizes: [old], text } = SLOWDOWNS[name];
  const fresh = options.equal ? old : Math.round(old * MORE);
  const cwd = path.join(folder, name);
  // The comment makes equal revisions differ.
  makeRepository(cwd, [text(old), `${text(fresh)}// later\n`]);
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
  const seconds = [];
  for (let i = 0; i < runs; i++) {
    const found = run(cwd);
    const outcome = outcomeOf(found);
    counts[outcome]++;
    seconds.push(found.seconds);
    const [ratio, low, high] = [found.change.ratio, found.change.low, found.change.high].map(percent);
    console.log(`  run ${i + 1}: ${outcome}, ${ratio} (${low} .. ${high}), ${found.seconds.toFixed(0)} s`);
    const more = options.verbose ? found.text : outcome === 'not-judged' ? found.line : '';
    if (more) console.log(more.trimEnd().replace(/^/gm, '    '));
  }
  console.log(`${name}: ${old} and ${fresh}, limit ${options.limit}, with ${options.loops} loops: ` +
    `failed in ${counts.failed} of ${runs} runs, not judged in ${counts['not-judged']}, passed in ${counts.passed}; ` +
    `median ${median(seconds).toFixed(0)} s per run`);
  return options.equal ? counts.failed : counts.passed;
}

async function main() {
  await setLoops(options.loops);
  let wrong = 0;
  for (const name of names.length ? names : ['compute']) wrong += check(name);
  await setLoops(0);
  process.exitCode = wrong ? 1 : 0;
}

main();
