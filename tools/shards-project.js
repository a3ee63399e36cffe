'use strict';

/*
 * A project with suites and benchmark files whose measuring processes log that they measure, and the task of the Slurm
 * array; and the runs of it in tools/check-slurm.js.
 */

const fs = require('fs');
const path = require('path');
const { makeRepository } = require('./repository');

const ROOT = path.join(__dirname, '..');

const TASKS = 4;
const RUNS = 2;
// Slurm cancels one of these; the process of the other is killed.
const CANCELLED = 2;
const KILLED = 4;

// Each measuring process logs its task. In the two tasks that are killed, the first tests are slow, so that something
// is saved, and the later ones wait to be killed.
const HELD_AT = { rates: 5, results: 2 };
const SLOW_MS = 400;
const TELL = `
const fs = require('fs');
const { SLURM_ARRAY_TASK_ID: task, CHECK_LOG, CHECK_HOLD } = process.env;
fs.appendFileSync(CHECK_LOG, \`\${task}\\n\`);
const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
if (fs.existsSync(CHECK_HOLD) && [${CANCELLED}, ${KILLED}].includes(Number(task))) {
  wait(${SLOW_MS});
  const count = fs.readFileSync(CHECK_LOG, 'utf8').split('\\n').filter((line) => line === task).length;
  while (count >= Number(fs.readFileSync(CHECK_HOLD, 'utf8')) && fs.existsSync(CHECK_HOLD)) wait(20);
}
`;

const MATRIX = `const { createBenchmark } = require('qtimeit/common');
const bench = createBenchmark(main, { kind: ['a', 'b'], size: [1, 2], n: 1e6 });
function main({ size, n }) {
  ${TELL}
  let calls = 0;
  bench.start();
  for (let i = 0; i < n * size; i++) calls++;
  bench.end(calls);
}
`;
const SUITE = `${TELL}
exports.root = () => Math.sqrt(2);
exports.list = () => JSON.parse('[1,2,3]');
`;

const FILES = {
  'package.json': '{}\n',
  '.gitignore': 'node_modules\n*.json\n*.out\n*.sh\n',
  'bench/first.js': MATRIX,
  'bench/second.js': MATRIX,
  ...Object.fromEntries(Array.from({ length: 2 * TASKS }, (_, i) => [`suites/s${i}.js`, SUITE])),
};

/** The runs; unitsOf: names of the units in a document, with the number of processes of each. */
const KINDS = {
  rates: {
    command: `compare --rev HEAD --runs ${RUNS}`,
    files: 'bench/',
    runsEach: 2 * RUNS,
    unitsOf: ({ configurations }) => configurations.map(({ file, configuration, sides }) => (
      { name: `${file} ${configuration}`, runs: sides.reduce((sum, { rates }) => sum + rates.length, 0) })),
  },
  results: {
    command: 'run --fork 0 -t 0.1',
    files: 'suites/',
    runsEach: 1,
    unitsOf: ({ suites }) => suites.map(({ file, seconds, error }) => (
      { name: file, runs: typeof seconds === 'number' && error === null ? 1 : 0 })),
  },
};

/** env: variables for its processes: log file; hold: a file; while it exists, two tasks wait */
function makeProject(folder, { log, hold }) {
  const fileIn = (name) => path.join(folder, name);
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(fileIn(name)), { recursive: true });
    fs.writeFileSync(fileIn(name), text);
  }
  makeRepository(folder);
  fs.mkdirSync(fileIn('node_modules/.bin'), { recursive: true });
  fs.symlinkSync(ROOT, fileIn('node_modules/qtimeit'));
  fs.symlinkSync('../qtimeit/bin/qtimeit.js', fileIn('node_modules/.bin/qtimeit'));
  return { CHECK_LOG: log, CHECK_HOLD: hold };
}

module.exports = { TASKS, CANCELLED, KILLED, HELD_AT, KINDS, makeProject };
