'use strict';

/*
 * run --on in the installed browsers: each alone, one together with Node.js, Bun and Deno in one table, and faults of
 * pages. Exits with 1 if something is wrong, or left behind.
 *
 *   node tools/check-browsers-run.js [chromium|firefox|webkit ...]
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { browserNamed } = require('./ask-page');
const { orNull } = require('../lib/base/host/fs-queries');
const { outputOf } = require('../test/helpers/child-processes');

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const ENGINES = [path.join(__dirname, 'node_modules', 'bun', 'bin', 'bun'),
  path.join(__dirname, 'node_modules', 'deno', 'deno')];
const LIMIT_MS = 600000;
// Without isolation, a browser's clock has steps of at least 0.1 ms.
const ISOLATED_NS = 5e4;

const FILES = {
  'package.json': '{ "type": "module" }',
  'near.mjs': "import double from 'common'; export const twice = (list) => list.map(double);",
  'node_modules/common/index.js': 'module.exports = (n) => 2 * n;',
  'suite.mjs': `import { bench, keep } from 'qtimeit';
    import { twice } from './near.mjs';
    await bench({
      twice: () => keep(twice([1, 2, 3])), async later() { await null; }, bad() { throw new Error('no'); },
    });`,
  'plain.mjs': 'export const parse = () => JSON.parse(\'{"a":[1,2]}\');',
  'loop.mjs': 'export const fine = () => JSON.parse("[1]"); export const loop = { fn() { for (;;); }, timeout: 1 };',
  'missing.mjs': "import x from 'nobody-has-this'; export const a = () => x;",
  'node.mjs': "import fs from 'node:fs'; export const a = () => fs;",
  'common.cjs': 'module.exports = { a() {} };',
};

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'qtimeit-check-'));
const temporary = path.join(folder, 'temporary');
const faults = [];
const expect = (isSo, what) => { if (!isSo) faults.push(what); };

async function run(args) {
  const startedMs = Date.now();
  const { stdout, stderr, status } = await outputOf(spawn(process.execPath, [PROGRAM, 'run', ...args], {
    cwd: folder, env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  }));
  const seconds = (Date.now() - startedMs) / 1000;
  // The checks of the output decide.
  return { stdout, stderr, status, document: orNull(() => JSON.parse(stdout)), seconds };
}

const testsOf = ({ document }) => (document ? document.suites.flatMap(({ tests }) => tests) : []);
const wordsOf = (name, error) => `${name}: ${error && `${error.code} ${error.message}`}`;
const errorsOf = (outcome) => testsOf(outcome).map(({ name, error }) => wordsOf(name, error)).join('; ');

async function checkAlone(name) {
  const whole = await run(['--on', name, '-t', '0.1', '--json', 'suite.mjs']);
  const { environment = {} } = whole.document || {};
  const tests = testsOf(whole);
  expect(tests.length === 3 && tests.every(({ error }, i) => (error === null) === i < 2),
    `${name}: ${errorsOf(whole) || whole.stderr}`);
  const { error: thrown } = tests[2] || {};
  expect(thrown && thrown.message === 'Error: no' && /^suite\.mjs:4:/.test(thrown.at),
    `${name}: ${thrown && thrown.at}`);
  expect(environment.engine === name && Boolean(environment.engineVersion), `${name}: it is ${environment.engine}`);
  expect(environment.isIsolated && environment.clockGrainNs < ISOLATED_NS,
    `${name}: a clock of ${environment.clockGrainNs} ns`);
}

async function checkWords(name, file, pattern) {
  const { stderr, status } = await run(['--on', name, '-t', '0.1', file]);
  expect(status === 1 && pattern.test(stderr), `${name}: ${file}: exit code ${status}, ${stderr}`);
}

/** An endless loop in a browser for each test and process; of several browsers, only the first has the other test. */
async function checkForked(name, isFirst) {
  const processes = isFirst ? 2 : 1;
  const filter = isFirst ? [] : ['--filter', ': loop'];
  const forked = await run(['--on', name, '--fork', `${processes}`, '-t', '0.1', '--json', ...filter, 'loop.mjs']);
  const [fine = null, loop = {}] = ['fine', 'loop'].map((own) => testsOf(forked).find((test) => test.name === own));
  expect(!isFirst || (fine && fine.processes === processes && fine.error === null),
    `${name}: forked, next to an endless loop: ${errorsOf(forked) || forked.stderr}`);
  expect(loop.error && loop.error.code === 'timed-out',
    `${name}: forked, with an endless loop: ${errorsOf(forked) || forked.stderr}`);
}

/** Only one browser: for a table, three start 18 times, which takes 85 s of processor time. */
async function checkTogether(name) {
  const engines = ['node', ...ENGINES.filter((file) => fs.existsSync(file)), name];
  const { document, stderr, seconds } = await run(['--on', engines.join(), '-t', '0.1', '--json', 'plain.mjs']);
  const { sides = [], tests = [] } = document || {};
  const [test = { sides: [] }] = tests;
  const timeOf = (side) => (!side || side.error !== null ? 'none'
    : side.nsPerCall === null ? side.unmeasured : `${side.nsPerCall.toFixed(1)} ns`);
  console.log(sides.map(({ label }, at) => `${label}: ${timeOf(test.sides[at])}`).join(', '));
  console.log(`one test on ${engines.length} engines: ${seconds.toFixed(0)} s`);
  const errors = sides.map(({ label }, at) => wordsOf(label, test.sides[at] && test.sides[at].error));
  expect(sides.length === engines.length && test.sides.every((side) => side && side.error === null),
    `together: ${errors.join('; ')}; ${stderr}`);
  expect(sides.every(({ environment }) => environment && environment.engine), 'together: an engine without a name');
}

/** Processes with this folder in their arguments, and files in its temporary folder. */
function checkLeft() {
  const running = fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)) : [];
  const commandOf = (pid) => orNull(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')) || '';
  const left = running.filter((pid) => Number(pid) !== process.pid && commandOf(pid).includes(temporary));
  expect(left.length === 0, `processes are left: ${left.join(', ')}`);
  const files = fs.readdirSync(temporary);
  expect(files.length === 0, `files are left: ${files.join(', ')}`);
}

async function main(asked) {
  fs.mkdirSync(temporary);
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const known = ['chromium', 'firefox', 'webkit'];
  const names = (asked.length ? asked : known).filter((name) => asked.length || browserNamed(name) !== null);
  const oneByOne = async () => {
    for (const [i, name] of names.entries()) {
      await checkAlone(name);
      await checkForked(name, i === 0);
    }
    // Found before a browser starts.
    await checkWords(names[0], 'missing.mjs', /imports nobody-has-this, which is not installed/);
    await checkWords(names[0], 'node.mjs', /imports node:fs, which is a built-in module of Node.js/);
    await checkWords(names[0], 'common.cjs', /is a CommonJS module, which browsers cannot load/);
  };
  // Two at a time, because mostly a browser is starting or ending.
  await Promise.all([oneByOne(), checkTogether(names[0])]);
  checkLeft();
  fs.rmSync(folder, { recursive: true, force: true });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
