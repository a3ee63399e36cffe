'use strict';

/*
 * Ends runs of `qtimeit run --save` and `qtimeit compare --rev --save` at random moments by SIGINT, SIGTERM, SIGHUP and
 * SIGKILL. The saved file must be a readable document with all complete results; no process, temporary file or browser
 * profile is left behind; and a run of files with parameters resumes from it. Only SIGKILL may leave a worktree and
 * saved modules, which the next comparison removes.
 *
 *   node tools/kills.js [--count 200] [--seed 1] [--only 17] [--verbose]
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { findBrowser } = require('../lib/extras/browsers/find');
const { openWorktree } = require('../lib/compare/sides/worktree');
const { removeAbandonedBeside } = require('../lib/base/host/own-folders');
const { MODULES_PREFIX } = require('../lib/base/host/saved-modules');
const { readDocument } = require('../lib/core/document/document');
const { orNull } = require('../lib/base/host/fs-queries');
const host = require('../lib/base/host/host');
const { faultsOfText, ROOT } = require('./attack/checks');
const { drawOf } = require('./attack/draw');
const { openFolder, runToEnd } = require('./attack/processes');
const { environmentOf, PROGRAM } = require('./attack/real');
const { git, makeRepository } = require('./repository');

const COMMON = JSON.stringify(path.join(ROOT, 'public', 'common.js'));
const FACE = JSON.stringify(path.join(ROOT, 'qtimeit.js'));

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const LIMIT_MS = 30000;
const AT_A_TIME = 2;

const SYNC =
  'module.exports = { root: () => Math.sqrt(2), tan: () => Math.atan2(2, 3), list: () => [3, 1, 2].sort() };\n';
const ASYNC =
  'module.exports = { root: async () => Math.sqrt(2), later: (done) => setImmediate(done), both: () => ' +
    'Math.atan2(2, 3) };\n';
const OWN =
  `const { bench } = require(${FACE});\nbench({ a: () => Math.sqrt(2) }, { forkTests: 2 });\nbench({ b: () => ` +
    'Math.atan2(2, 3), c: async () => {} }, { forkTests: 2 });\n';
const STREAMS =
  `const { PassThrough } = require('stream');\nrequire(${FACE}).streams({ a: () => new PassThrough() }, { runs: 4, ` +
    'input: Buffer.alloc(1e5) });\n';
const IN_PAGE = 'export const root = () => Math.sqrt(2); export const list = () => [3, 1, 2].sort();\n';
const CONFIGURATIONS = 8;
const MATRIX =
  `const bench = require(${COMMON}).createBenchmark(({ n }) => { bench.start(); for (let i = 0; i < 1e6; i++); ` +
    `bench.end(n); }, { n: [1, 2, 3, 4], kind: ['a', 'b'] });\n`;

/** The commands; lastsMs: approximate duration on a machine with two cores. */
const RUNS = {
  synchronous: { files: { 'a.js': SYNC, 'b.js': SYNC }, args: ['-t', '0.3'], lastsMs: 2200 },
  asynchronous: { files: { 'a.js': ASYNC }, args: ['-t', '0.4'], lastsMs: 1800 },
  mixed: { files: { 'a.js': SYNC, 'b.js': ASYNC }, args: ['-t', '0.2'], lastsMs: 2000 },
  forked: { files: { 'a.js': SYNC, 'b.js': ASYNC }, args: ['-t', '0.2', '--fork', '2'], lastsMs: 2500 },
  'of their own': { files: { 'a.js': OWN }, args: ['-t', '0.2'], lastsMs: 2000 },
  'forked, of their own': { files: { 'a.js': OWN }, args: ['-t', '0.2', '--fork', '2'], lastsMs: 2000 },
  streams: { files: { 'a.js': STREAMS }, args: [], lastsMs: 1500 },
  matrix: { files: { 'a.js': MATRIX }, args: [], lastsMs: 1800 },
  revision: { files: { 'a.js': SYNC }, command: ['compare', '--rev', 'HEAD'], args: ['-t', '0.1'], lastsMs: 2500 },
  // A process in the background holds the output of the command.
  'revision, prepared': { files: { 'a.js': SYNC }, command: ['compare', '--rev', 'HEAD', '--prepare', 'sleep 60 &'],
    args: ['-t', '0.1'], lastsMs: 3500 },
};
if (orNull(() => findBrowser('chromium', { host, cwd: ROOT })) !== null) {
  const args = ['--on', 'chromium', '-t', '0.3'];
  RUNS['in a browser'] = { files: { 'a.mjs': IN_PAGE }, args, lastsMs: 4000 };
  RUNS['forked, in a browser'] = { files: { 'a.mjs': IN_PAGE }, args: [...args, '--fork', '2'], lastsMs: 8000 };
}

/** Worktrees left behind; after SIGKILL, only those that the next comparison does not remove. */
async function faultsOfRevision({ folder, tmp }, { signal }) {
  const value = (name) => fs.mkdtempSync(path.join(tmp, name));
  const there = Object.create(host, { makeTemporaryFolder: { value } });
  if (signal === 'SIGKILL') (await openWorktree('HEAD', { cwd: folder, host: there })).remove();
  const worktrees = git(folder, 'worktree', 'list').trim().split('\n').slice(1);
  return worktrees.map((worktree) => `a worktree is left: ${worktree}`);
}

function readArguments(words) {
  const options = { count: 200, seed: 1, only: null, verbose: false };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, '');
    if (name === 'verbose') options.verbose = true;
    else if (name === 'only') options.only = words[++i].split(',').map(Number);
    else if (name === 'count' || name === 'seed') options[name] = Number(words[++i]);
    else throw new Error(`kills: unknown option ${words[i]}`);
  }
  return options;
}

/** The command, and when and how it is ended; a third of the moments are during the start of the program. */
function planOf(seed, number) {
  const { one, chance, below } = drawOf(seed, `kill:${number}`);
  const name = Object.keys(RUNS)[number % Object.keys(RUNS).length];
  const { lastsMs } = RUNS[name];
  // ^C in a terminal reaches all processes of the command; other signals are sent to one.
  return { name, ...RUNS[name], signal: one([...Object.keys(CODES), 'SIGKILL']),
    afterMs: chance(0.3) ? below(400) : below(lastsMs), isForAll: chance(0.4) };
}

function send(child, { signal, isForAll }) {
  try {
    process.kill(isForAll ? -child.pid : child.pid, signal);
  } catch (_) {
    // It had already ended.
  }
}

/** The saved document: null without a file; a fault if it cannot be read. */
function savedIn(folder) {
  const file = path.join(folder, 'saved.json');
  if (!fs.existsSync(file)) return { document: null, faults: [] };
  try {
    return { document: readDocument(file, { host }), faults: [] };
  } catch (error) {
    return { document: null, faults: [`saved.json cannot be read: ${error.message}`] };
  }
}

const ratesOf = (document) =>
  (document === null ? [] : document.configurations.flatMap(
    ({ configuration, sides }) =>
      sides.flatMap((side) => (side ? side.rates.map((rate) => `${configuration} ${rate}`) : []))));

/**
 * How the process ended: by the signal itself, or with the exit code of the signal; 0 if the signal came too
 * late.
 */
function faultsOfEnd({ status, signal, stderr, isHung }, plan) {
  if (isHung) return [`hangs: nothing ${LIMIT_MS / 1000} s after ${plan.signal}`];
  if (status === 0 || signal === plan.signal || status === CODES[plan.signal]) return [];
  // The command waits for git, and handles the signal later.
  if (status === 2 && plan.isForAll && /git \S+ was killed by/.test(stderr)) return [];
  return [`ended with ${signal || `exit code ${status}`}`];
}

/** Each printed result of a file with parameters is saved, except for the last one, which may be being saved. */
function faultsOfMatrix({ stdout }, document) {
  const printed = stdout.split('\n').filter((line) => /: [\d.,e+-]+$/.test(line)).length;
  const saved = ratesOf(document).length;
  return saved >= printed - 1 ? [] : [`lost: ${printed} rates were printed, and ${saved} are saved`];
}

async function goOn(own, args, document, mark) {
  const end =
    await runToEnd([process.execPath, PROGRAM, ...args, '--resume'],
      { cwd: own.folder, env: environmentOf(own), mark, limitMs: LIMIT_MS });
  const { document: whole, faults } = savedIn(own.folder);
  if (end.status !== 0) {
    faults.push(`--resume ended with ${end.signal || `exit code ${end.status}`}: ${end.stderr.slice(0, 300)}`);
  }
  if (whole === null || !whole.complete || ratesOf(whole).length !== CONFIGURATIONS) {
    faults.push(`--resume came to ${ratesOf(whole).length} of ${CONFIGURATIONS} rates`);
  }
  const lost = ratesOf(document).filter((rate) => !ratesOf(whole).includes(rate));
  if (lost.length) faults.push(`--resume lost ${lost.join(', ')}`);
  return faults;
}

async function runOne(base, seed, number) {
  const plan = planOf(seed, number);
  const own = openFolder(base, `kill-${number}`, plan.files);
  const mark = `${process.pid}-kill-${number}`;
  const isRevision = plan.name.startsWith('revision');
  if (isRevision) makeRepository(own.folder);
  const { command = ['run'] } = plan;
  const args = [...command, ...Object.keys(plan.files), ...plan.args, '--save', 'saved.json'];
  try {
    const end = await runToEnd([process.execPath, PROGRAM, ...args], {
      cwd: own.folder, env: environmentOf(own), mark, limitMs: LIMIT_MS,
      started: (child) => setTimeout(send, plan.afterMs, child, plan),
    });
    const { document, faults } = savedIn(own.folder);
    faults.push(...faultsOfEnd(end, plan), ...faultsOfText(end));
    // After SIGKILL nobody ends what a command of --prepare left running.
    const left = end.processes.filter((one) => plan.signal !== 'SIGKILL' || !one.endsWith('sleep 60'));
    if (left.length) faults.push(`processes are left: ${left.join('; ')}`);
    if (isRevision) faults.push(...await faultsOfRevision(own, plan));
    // As the next command does.
    if (plan.signal === 'SIGKILL') removeAbandonedBeside(path.join(own.tmp, 'next'), MODULES_PREFIX, host);
    if (own.left().length) faults.push(`left in the temporary folder: ${own.left().join(', ')}`);
    const strange = fs.readdirSync(own.folder)
      .filter((file) => !['folder', 'saved.json', '.git', ...Object.keys(plan.files)].includes(file));
    if (strange.length) faults.push(`left next to the file: ${strange.join(', ')}`);
    if (plan.name === 'matrix') faults.push(...faultsOfMatrix(end, document), ...await goOn(own, args, document, mark));
    return { plan, end, faults, document };
  } finally {
    own.remove();
  }
}

async function main() {
  const { count, seed, only, verbose } = readArguments(process.argv.slice(2));
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-kills-')));
  const startedMs = Date.now();
  const waiting = only || Array.from({ length: count }, (_, i) => i);
  const all = waiting.length;
  const told = { failed: 0, tooLate: 0, saved: 0 };

  async function work() {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const { plan, end, faults, document } = await runOne(base, seed, number);
      if (end.status === 0) told.tooLate++;
      if (document) told.saved++;
      const title =
        `${number}  ${plan.name}, ${plan.signal}${plan.isForAll ? ' for all' : ''} after ${plan.afterMs} ms`;
      if (verbose) console.log(`${title}\n${JSON.stringify(end, null, 2)}`);
      if (faults.length === 0) continue;
      told.failed++;
      console.log(title);
      for (const fault of faults) console.log(`    ${fault.slice(0, 600)}`);
      console.log(`    alone: node tools/kills.js --seed ${seed} --only ${number} --verbose`);
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
  console.log(`${all - told.failed} of ${all} runs were ended in order, ${told.failed} were not (${told.saved} had ` +
    `saved something, ${told.tooLate} were over before); seed ${seed}, ` +
    `${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  process.exitCode = told.failed ? 1 : 0;
}

main();
