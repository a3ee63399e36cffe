'use strict';

/*
 * Whether a gate can be trusted beside busy neighbours: `compare --rev HEAD~1 --max-regression 3%` of a revision that
 * does a tenth more work, again and again.
 *
 *   node gate.js [compute] [JSON] [allocating]
 *     --runs N          of each question, 20 unless given
 *     --time SECONDS    that a run may take for a test (qtimeit compare --time)
 *     --limit SHARE     3% unless given
 *     --loops N         endless loops beside it, 2 unless given
 *     --equal           two revisions that do the same: how often the gate passes, and never should fail
 *     --short           one run of 5 s
 *     --verbose         the table of each run
 *
 * `compute` unless named. The exit code is 1 where a run passed that should not have, or failed where all is equal.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { SLOWDOWNS } = require('./compare-bodies');
const { beside } = require('./loops');
const { makeRepository } = require('./repository');
const { median } = require('../lib/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');

// A tenth more work than the old revision of each body.
const MORE = 1.1;

const OUTCOMES = ['failed', 'not-judged', 'passed'];

const { options, names } = readArguments(
  { runs: 20, time: null, limit: '3%', loops: 2, equal: false, short: false, verbose: false }, Object.keys(SLOWDOWNS));
const runs = options.short ? 1 : options.runs;
const time = options.time || (options.short ? '5' : null);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-gate-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const percent = (value) => (value === null ? '-' : `${((value - 1) * 100).toFixed(2)} %`);

/** One run of the command: { status, gate, line: the last one that it printed, text, change, seconds } */
function run(cwd) {
  const file = path.join(folder, 'comparison.json');
  const limits = ['--max-regression', options.limit, ...(time ? ['--time', time] : [])];
  const args = [PROGRAM, 'compare', '--rev', 'HEAD~1', ...limits, '--save', file, '--force', 'suite.js'];
  const startedMs = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const seconds = (performance.now() - startedMs) / 1000;
  if (status !== 0 && status !== 3) throw new Error(`it ended with ${status}: ${stderr}${stdout}`);
  const { gate, tests: [{ changes: [change] }] } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return { status, gate, change, text: stdout, line: stdout.trimEnd().split('\n').pop(), seconds };
}

/** What a user is told, by the line and by the exit code: they have to say the same. */
function outcomeOf({ status, gate, line }) {
  const [, said = ''] = /^--max-regression [^:]*: (passed|failed|not judged);/.exec(line) || [];
  const isOne = said.replace(' ', '-') === gate.outcome && (status === 3) === (said === 'failed');
  if (!isOne) throw new Error(`exit code ${status}, ${gate.outcome}: ${line}`);
  return gate.outcome;
}

function ask(name) {
  const { sizes: [old], text } = SLOWDOWNS[name];
  const fresh = options.equal ? old : Math.round(old * MORE);
  const cwd = path.join(folder, name);
  // A comment makes it another revision.
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
  console.log(`${name}: ${old} against ${fresh}, limit ${options.limit}, beside ${options.loops} loops: ` +
    `failed in ${counts.failed} of ${runs} runs, not judged in ${counts['not-judged']}, passed in ${counts.passed}; ` +
    `median ${median(seconds).toFixed(0)} s a run`);
  return options.equal ? counts.failed : counts.passed;
}

async function main() {
  await beside(options.loops);
  let wrong = 0;
  for (const name of names.length ? names : ['compute']) wrong += ask(name);
  await beside(0);
  process.exitCode = wrong ? 1 : 0;
}

main();
