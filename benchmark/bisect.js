'use strict';

/*
 * Checks that `qtimeit bisect` finds the commit that made a test slower:
 *
 *   node bisect.js
 *     --commits N     default 200
 *     --step PERCENT  slowdown of the test, default 3
 *     --runs N        searches, each for a different commit, default 20
 *     --loops N       endless loops in the background, default 1
 *     --short         one search in 2 commits, 1 s per comparison, for a slowdown of 100 %
 */

const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { makeRepository } = require('./repository');
const { median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const STEPS = 1000;
const GOAL = { right: 19 / 20, comparisons: 12 };

const { options } = readArguments({ commits: 200, step: 3, runs: 20, loops: 1, short: false });
const SHORT = { commits: 2, step: 100, runs: 1, loops: 0, seconds: 1 };
const { commits, step, runs, loops, seconds = 20 } = options.short ? SHORT : options;

/** The suite of commit i; `changed` is the first slow commit. */
function textOf(i, changed) {
  const count = i < changed ? STEPS : Math.round(STEPS * (1 + step / 100));
  return `let x = 1; // ${i}
module.exports = {
  steps() { let s = x; for (let i = 0; i < ${count}; i++) s = Math.imul(s, 1664525) + i | 0; x = s; },
};
`;
}

const endlessLoops = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const found = [];
for (let run = 0; run < runs; run++) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-bisect-'));
  const changed = 1 + Math.floor((run + 0.5) / runs * commits);
  try {
    makeRepository(folder, Array.from({ length: commits + 1 }, (_, i) => textOf(i, changed)));
    const startedMs = performance.now();
    const args = ['bisect', '--good', `HEAD~${commits}`, '--time', `${seconds}`, 'suite.js'];
    const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: 'utf8' });
    const comparisons = Number(/(\d+) comparisons?$/m.exec(stdout)?.[1]);
    const isRight = stdout.split('\n')[0].endsWith(` revision ${changed + 1}`);
    found.push({ isRight, comparisons });
    const outcome = isRight ? 'found' : 'NOT FOUND';
    console.log(`commit ${changed} of ${commits}: ${outcome} after ${comparisons} comparisons in ` +
      `${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    if (!isRight) console.log(stdout + stderr);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
for (const child of endlessLoops) child.kill('SIGKILL');
const right = found.filter(({ isRight }) => isRight).length;
const counts = found.map(({ comparisons }) => comparisons);
console.log(`bisect: ${right} of ${runs} found; comparisons: median ${median(counts)}, maximum ${Math.max(...counts)}`);
process.exitCode = right / runs >= GOAL.right && Math.max(...counts) <= GOAL.comparisons ? 0 : 1;
