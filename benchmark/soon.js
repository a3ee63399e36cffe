'use strict';

/*
 * Measures how long commands take:
 *
 *   node soon.js [run] [short] [compare]      all by default
 *     --tests 2,6,20,60   numbers of tests, each of 0.1 to 1 us per call
 *     --runs N            default 1; results are medians
 *     --without-mitata    leaves out mitata, which otherwise measures the same suites in alternation
 *     --short             two tests, without mitata
 *
 * run: qtimeit run with its defaults. short: qtimeit run -t 0.05 with the largest number of tests. compare: seven
 * tests, of which the second version makes one 30 % slower, with --max-regression 5%. Exits with 1 if a goal is missed.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { median } = require('./truth');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const KEEP = `const { keep } = require(${JSON.stringify(path.join(__dirname, '..'))});`;
const GOAL_SECONDS = { 2: 2, 6: 6, 20: 14, 60: 40, 200: 130 };
const SHORT_GOAL_SECONDS = { 60: 20 };
const COMPARE_GOAL_SECONDS = 40;

const { options, names } = readArguments(
  { tests: '2,6,20,60', runs: 1, 'without-mitata': false, short: false }, ['run', 'short', 'compare']);
const numbers = options.short ? [2] : options.tests.split(',').map(Number);

/** Six kinds of tests, and longer ones of each kind. */
const SUITE = `'use strict';
const list = Array.from({ length: 64 }, (_, i) => i * 7 % 61);
const words = 'the quick brown fox jumps over the lazy dog'.split(' ');
const kinds = {
  steps: (k) => () => { let s = 1; for (let i = 0; i < 80 + 10 * k; i++) s = Math.imul(s, 1664525) + list[i & 63] | 0;
    keep(s); },
  sum: (k) => () => { let s = 0; for (let i = 0; i < 100 + 20 * k; i++) s += list[i & 63] & s; keep(s); },
  objects: (k) => () => { const all = []; for (let i = 0; i < 6 + k; i++) all.push({ i }); keep(all); },
  map: (k) => () => { const m = new Map(); for (let i = 0; i < 3 + k % 5; i++) m.set(words[i], i); keep(m.size); },
  join: (k) => () => { keep(words.slice(0, 3 + k % 5).join('-')); },
  json: (k) => () => { keep(JSON.stringify(list.slice(0, 4 + k))); },
};
const tests = {};
for (let i = 0; i < COUNT; i++) {
  const kind = Object.keys(kinds)[i % 6];
  tests[kind + ' ' + i] = kinds[kind](Math.floor(i / 6));
}
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-soon-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

function write(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

/** Wall time in seconds. */
function timed(args, expected = [0]) {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (!expected.includes(status)) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return (performance.now() - startedMs) / 1000;
}

const suiteText = (count) => `${KEEP}\n${SUITE.replace('COUNT', count)}`;
const ours = (count) => [PROGRAM, 'run', write(`suite-${count}.js`, `${suiteText(count)}module.exports = tests;\n`)];

function mitata(count) {
  const text = `${suiteText(count)}
import(${JSON.stringify(require.resolve('mitata'))}).then(({ bench, run }) => {
  for (const name in tests) bench(name, tests[name]);
  return run();
});\n`;
  return [write(`mitata-${count}.js`, text)];
}

function tell(what, seconds, goal, more = '') {
  const isLate = goal !== undefined && seconds > goal;
  if (isLate) process.exitCode = 1;
  console.log(`${what.padEnd(32)} ${seconds.toFixed(1).padStart(6)} s` +
    `${goal === undefined ? '' : `, goal ${goal} s${isLate ? ': missed' : ''}`}${more}`);
}

const repeated = (once) => median(Array.from({ length: options.runs }, once));

const MEASURE = {
  run() {
    for (const count of numbers) {
      const others = [];
      const hasOthers = !options['without-mitata'] && !options.short;
      const seconds = repeated(() => {
        if (hasOthers) others.push(timed(mitata(count)));
        return timed(ours(count));
      });
      tell(`run, ${count} tests`, seconds, GOAL_SECONDS[count],
        hasOthers ? `; mitata ${median(others).toFixed(1)} s` : '');
    }
  },

  short() {
    const count = Math.max(...numbers);
    tell(`run -t 0.05, ${count} tests`, repeated(() => timed([...ours(count), '-t', '0.05'])),
      SHORT_GOAL_SECONDS[count]);
  },

  compare() {
    const file = write('compared.js', `${suiteText(6)}
const steps = process.env.SLOW ? 130 : 100;
tests.changed = () => { let s = 1; for (let i = 0; i < steps; i++) s = Math.imul(s, 1664525) + i | 0; keep(s); };
module.exports = tests;\n`);
    // A Node.js for which the last test is slower.
    const slow = write('slow', `#!/bin/sh\nSLOW=1 exec "${process.execPath}" "$@"\n`);
    fs.chmodSync(slow, 0o755);
    // 1: a regression; 3: also tests that are too noisy to judge
    const args = [PROGRAM, 'compare', '--old', process.execPath, '--new', slow, '--max-regression', '5%', file];
    tell('compare, 7 tests, one 30 % slower', repeated(() => timed(args, [1, 3])), COMPARE_GOAL_SECONDS);
  },
};

for (const name of names.length > 0 ? names : Object.keys(MEASURE)) MEASURE[name]();
