'use strict';

/*
 * Counts wrong verdicts of `compare --cold` between two equal revisions.
 *
 *   node first-calls.js
 *     --runs N          comparisons, default 20
 *     --time SECONDS    time limit per test (qtimeit compare --time), default 10
 *     --loops N         endless loops in the background, default 0
 *     --short           one comparison of 0.1 s
 *
 * Exits with 1 if tests are called faster or slower in more than one of 20 comparisons.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');
const { makeRepository } = require('./repository');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const MOST_WRONG = 0.05;

const { options } = readArguments({ runs: 20, time: 10, loops: 0, short: false });
const [runs, time] = options.short ? [1, 0.1] : [options.runs, options.time];

const SUITE = `'use strict';
const text = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ name: 'n' + i, at: i / 7 })));
module.exports = {
  nothing: () => 1,
  parse: () => JSON.parse(text).filter(({ name }) => /^n[0-9]5/.test(name)).length,
  'load a module': () => require('zlib').constants.Z_OK,
};
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-first-calls-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/** The tests of a comparison: { name, changes: [{ verdict, ratio, low, high }] } */
function compareOnce() {
  const file = path.join(folder, 'comparison.json');
  const args = [PROGRAM, 'compare', '--rev', 'HEAD~1', '--cold', '--time', `${time}`, '--save', file, '--force'];
  const { status, stderr } = spawnSync(process.execPath, [...args, 'suite.js'], {
    cwd: path.join(folder, 'repository'), encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`compare exited with ${status}: ${stderr}`);
  return JSON.parse(fs.readFileSync(file, 'utf8')).tests;
}

async function main() {
  await setLoops(options.loops);
  makeRepository(path.join(folder, 'repository'), [SUITE, `${SUITE}\n`]);
  const startedMs = performance.now();
  const found = Array.from({ length: runs }, compareOnce);
  const seconds = (performance.now() - startedMs) / 1000 / runs;
  const isWrong = ({ changes: [{ verdict }] }) => ['slower', 'faster'].includes(verdict);
  found[0].forEach(({ name }, i) => {
    const changes = found.map((tests) => tests[i].changes[0]);
    const verdicts = [...new Set(changes.map(({ verdict }) => verdict))];
    const listed = verdicts.map((one) => `${changes.filter(({ verdict }) => verdict === one).length} ${one}`);
    const ratios = changes.map(({ ratio }) => ratio).filter(Number.isFinite);
    const widths = changes.map(({ low, high }) => (high - low) / 2).filter(Number.isFinite);
    console.log(`${name}: ${listed.join(', ')}; ratios ${Math.min(...ratios).toFixed(2)} to ` +
      `${Math.max(...ratios).toFixed(2)}, median interval ±${(100 * median(widths)).toFixed(0)} %`);
  });
  const wrong = found.filter((tests) => tests.some(isWrong)).length;
  console.log(`wrong in ${wrong} of ${runs} comparisons; ${seconds.toFixed(0)} s each, ${options.loops} loops`);
  if (!options.short && wrong > MOST_WRONG * runs) process.exitCode = 1;
}

main();
