#!/usr/bin/env node
'use strict';

/*
 * Prints how large the code is, next to limits, and exits with 1 above one of them. Limits of lines leave 5 % for the
 * work of one release, so that a correction need not squeeze lines elsewhere.
 *
 *   node tools/size.js
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const ROOT = path.join(__dirname, '..');
const LIB = path.join(ROOT, 'lib');

const codeIn = (folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true })
  .filter((name) => name.endsWith('.js')).map((name) => path.join(ROOT, folder, name));
const linesOf = (file) => fs.readFileSync(file, 'utf8').split('\n').length - 1;
const linesIn = (folder) => codeIn(folder).reduce((sum, file) => sum + linesOf(file), 0);

// Loaded first in each process: at its end, appends its role and the number of its modules of lib/ to a log.
const COUNTER = `
const { role = 'main' } = JSON.parse(process.env.QTIMEIT_WORKER || '{}');
process.on('exit', () => {
  const count = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(LIB + path.sep)})).length;
  require('fs').appendFileSync(process.env.QTIMEIT_SIZE_LOG, role + ' ' + count + '\\n');
});`;

/** The largest number of modules of lib/ that processes of this role load, among all that a command starts. */
function modulesOf(args, role = 'main') {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-size-'));
  try {
    const at = (name, text = '') => {
      fs.writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const log = at('log');
    at('suite.js', `require(${JSON.stringify(ROOT)}).bench({ a() {}, b() {} });`);
    const env = { ...process.env, NODE_OPTIONS: `-r ${at('counter.js', COUNTER)}`, QTIMEIT_SIZE_LOG: log };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    const counts = fs.readFileSync(log, 'utf8').split('\n').map((line) => line.split(' '))
      .filter(([found]) => found === role).map(([, count]) => Number(count));
    return Math.max(...counts);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const script = (call) => ['-e', `const timeit = require(${JSON.stringify(ROOT)}); ${call}`];
const COMPARE = [
  path.join(ROOT, 'bin', 'qtimeit.js'), 'compare', '--old', process.execPath, '--new', process.execPath,
  '--time', '0.1', 'suite.js',
];

const TIMEIT = script('timeit(1e6, () => {});');
const BENCH = script('timeit.bench({ a() {}, b() {} });');

// Parts with separate limits.
const ADOPTED = ['lib/extras/adopt', 'lib/compare/sides/prepare.js', 'lib/node-core/rates/node-bench.js'];
// With the code, the call stacks and the section of a page that only explanations have.
const WHY = [
  'lib/extras/why', 'lib/cli/why.js', 'lib/cli/why-sides.js', 'lib/report/kinds/explanation.js',
  'lib/report/kinds/machine-code.js', 'lib/report/figures/flame.js', 'lib/report/html/code.js',
];
const OF_HISTORY = ['lib/report/kinds/history.js', 'lib/report/figures/commits.js'];
const COMMITS = [
  ...OF_HISTORY,
  'lib/compare/forge', 'lib/compare/history', 'lib/cli/comment.js', 'lib/cli/bisect.js', 'lib/cli/history.js',
  'lib/base/stats/bisection.js', 'lib/base/stats/change-points.js',
];
const MORE_THAN_TIME = [
  'lib/extras/commands', 'lib/extras/imports', 'lib/cli/command.js', 'lib/cli/import.js',
  'lib/compare/sides/memory-changes.js', 'lib/base/engine/live-memory.js', 'lib/report/memory-words.js',
  'lib/report/kinds/imports.js',
];
const linesOfAll = (names) => names.filter((name) => fs.existsSync(path.join(ROOT, name))).reduce((sum, name) => (
  sum + (name.endsWith('.js') ? linesOf(path.join(ROOT, name)) : linesIn(name))), 0);

// Name, limit, measurement.
const SIZES = [
  ['lines of lib/ without the next four', 43250,
    () => linesIn('lib') - linesOfAll([...ADOPTED, ...COMMITS, ...WHY, ...MORE_THAN_TIME])],
  ['lines for files of other libraries', 2500, () => linesOfAll(ADOPTED)],
  ['lines for pull requests and commits', 3000, () => linesOfAll(COMMITS)],
  ['lines for explanations', 3500, () => linesOfAll(WHY)],
  ['lines for memory, first calls, imports and commands', 2250, () => linesOfAll(MORE_THAN_TIME)],
  ['files of lib/', 375, () => codeIn('lib').length],
  ['lines of test/', 53000, () => linesIn('test')],
  ['modules that timeit(1e6, fn) loads', 36, () => modulesOf(TIMEIT)],
  ['modules that bench({ a, b }) loads', 79, () => modulesOf(BENCH)],
  ['modules that a worker of compare loads', 68, () => modulesOf(COMPARE, 'test')],
];

for (const [what, limit, measure] of SIZES) {
  const size = measure();
  const isOver = size > limit;
  if (isOver) process.exitCode = 1;
  console.log(`${`${size}`.padStart(6)} ${what} (limit ${limit})${isOver ? ': over the limit' : ''}`);
}
