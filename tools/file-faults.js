#!/usr/bin/env node
'use strict';

/*
 * Lets each place of lib/ that renames or removes files fail with EPERM and EBUSY, as on Windows while another program
 * has the file open: once, until the retries of one change are used up, and always. The command must print its table,
 * no stack trace, and must save its results, or name the file that has them. Each place must be reached.
 *
 *   node tools/file-faults.js [--short] [--only TEXT] [--verbose]
 *
 * --short reaches the same places with fewer runs: in a command, all places fail once in one run; after that, each
 * place fails in one run, for 0.7 s or always. Those that the quickest command reaches fail in both ways.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { readDocument } = require('../lib/core/document/document');
const host = require('../lib/base/host/host');
const { faultsOfText, ROOT } = require('./attack/checks');
const { openFolder, runToEnd } = require('./attack/processes');
const { environmentOf, PROGRAM } = require('./attack/real');
const { makeRepository } = require('./repository');

const LIB = path.join(ROOT, 'lib');
const LIMIT_MS = 120000;
const CHANGES = ['unlinkSync', 'renameSync', 'rmdirSync', 'rmSync'];
const RETRIES = 4; // of fs-changes.js
const MODES = { once: 1, 'for 0.7 s': RETRIES + 1, always: Infinity };
const EACH = 'each place';

// Places that only a second fault reaches, or a machine with a governor, and their tests
const ELSEWHERE = {
  'base/host/new-file.js': 'output-file.test.js: after a failed write, or on other systems',
  'base/host/own-folders.js': 'worktree.js: after a failed write',
  'core/system/governor.js': 'governor.test.js',
};

// Loaded first in each process. Logs the place of each change, and lets changes at one place fail.
const PRELOAD = `
const fs = require('fs');
const { appendFileSync } = fs;
Error.stackTraceLimit = 50;
const { log, at, code, times } = JSON.parse(process.env.FILE_FAULTS);
const left = {};
for (const name of ${JSON.stringify(CHANGES)}) {
  const change = fs[name];
  fs[name] = (...args) => {
    const frames = new Error().stack.split('\\n').filter((line) => line.includes(${JSON.stringify(LIB + path.sep)}));
    const frame = frames.find((line) => !/base.host.(?:host|fs-changes|fs-queries)\\.js/.test(line));
    if (frame === undefined) return change(...args);
    const place = /lib.([^:]+:\\d+)/.exec(frame)[1];
    appendFileSync(log, place + '\\n');
    left[place] = (left[place] ?? times ?? Infinity) - 1;
    if ((at === place || at === ${JSON.stringify(EACH)}) && left[place] >= 0) {
      throw Object.assign(new Error(code + ': ' + name), { code });
    }
    return change(...args);
  };
}`;

const SUITE = 'module.exports = { root: () => Math.sqrt(2), list: () => [3, 1, 2].sort() };\n';
const SLOWER = 'module.exports = { short: () => [3, 1].sort(), long: () => Array(99).fill(7).map(String).sort() };\n';
const FILES = { 'a.js': SUITE, 'b.js': SUITE };
const ONE = { 'a.js': 'module.exports = { list: () => [3, 1, 2].sort() };\n' }; // a comparison restarts each test
const SAVE = ['--save', 'saved.json'];
const RUNS = {
  run: { args: ['run', 'a.js', 'b.js', '-t', '0.02', '--fork', '0', ...SAVE] },
  page: { args: ['run', 'a.js', '-t', '0.02', '--fork', '0', '-o', 'page.html', '--force', ...SAVE], old: true },
  forked: { args: ['run', 'a.js', '-t', '0.02', '--fork', '2', ...SAVE] },
  revision: { args: ['compare', '--rev', 'HEAD', 'a.js', '-t', '0.02', ...SAVE], files: ONE, isRepository: true },
  'after a killed run': {
    args: ['compare', '--rev', 'HEAD', 'a.js', '-t', '0.02'], files: ONE, isRepository: true, isKilled: true,
  },
  counts: { args: ['--count', '-t', '0.02', '--fork', '0', 'Math.sqrt(2)'], program: 'valgrind' },
  why: { args: ['why', path.join('FOLDER', 'a.js'), '-t', '0.1'], files: { 'a.js': SLOWER } },
  picture: { args: ['run', 'a.js', '-t', '0.02', '--fork', '0', '--plot', 'plot.png', ...SAVE], program: 'chromium' },
  browser: { args: ['run', 'a.mjs', '--on', 'chromium', '-t', '0.02', ...SAVE], program: 'chromium',
    files: { 'a.mjs': 'export const root = () => Math.sqrt(2);\n' } },
};

const isInstalled = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** The places in the source text: 'base/host/output-file.js:107' */
function placesInSource() {
  const files = fs.readdirSync(LIB, { recursive: true }).filter((name) => name.endsWith('.js'))
    .filter((name) => !/base.host.(?:host|fs-changes)\.js$/.test(name));
  return files.flatMap((name) => fs.readFileSync(path.join(LIB, name), 'utf8').split('\n').flatMap((line, i) => (
    /\b(?:removeFile|removeTree|unlinkSync|rmSync|renameSync|rmdirSync|host\.rename)\(/.test(line)
      ? [`${name}:${i + 1}`] : [])));
}

// Leaves a checkout of a revision.
const KILLED = `
require(${JSON.stringify(path.join(LIB, 'compare/sides/worktree.js'))})
  .openWorktree('HEAD', { cwd: process.cwd(), host: require(${JSON.stringify(path.join(LIB, 'base/host/host.js'))}) })
  .then(() => process.kill(process.pid, 'SIGKILL'));`;

function prepare(own, { files = FILES, isRepository, isKilled, old }) {
  const { folder: cwd } = own;
  const all = { ...files, ...(old && { 'saved.json': '{}\n' }) };
  for (const [name, text] of Object.entries(all)) fs.writeFileSync(path.join(cwd, name), text);
  if (isRepository) makeRepository(cwd);
  if (isKilled) spawnSync(process.execPath, ['-e', KILLED], { cwd, env: environmentOf(own) });
}

/** The saved document, or the file that an error names instead. */
function faultsOfSaved(own, { args }, { stderr, status }) {
  if (!args.includes('saved.json')) return [];
  const [, kept] = /saved\.json could not be saved: .*\. The new content is in (.*)/.exec(stderr) || [];
  if (kept === undefined && status === 2 && /saved\.json cannot be written/.test(stderr)) return [];
  try {
    // The last save may have succeeded.
    const file = kept && fs.existsSync(kept) ? kept : path.join(own.folder, 'saved.json');
    return readDocument(file, { host }).complete ? [] : ['the saved document is not complete'];
  } catch (error) {
    return [`the saved document cannot be read: ${error.message}`];
  }
}

async function runOne(base, name, number, { at = null, code = null, times = 0 } = {}) {
  const run = RUNS[name];
  const own = openFolder(base, `run-${number}`);
  try {
    prepare(own, run);
    const log = path.join(base, `log-${number}`);
    fs.writeFileSync(log, '');
    const env = {
      ...environmentOf(own), NODE_OPTIONS: `--require ${path.join(base, 'preload.js')}`,
      FILE_FAULTS: JSON.stringify({ log, at, code, times }),
    };
    const args = run.args.map((word) => word.replace('FOLDER', own.folder));
    const end = await runToEnd([process.execPath, PROGRAM, ...args],
      { cwd: own.folder, env, mark: `${process.pid}-faults-${number}`, limitMs: LIMIT_MS });
    const faults = [...faultsOfText(end), ...faultsOfSaved(own, run, end)];
    if (end.isHung) faults.push(`hangs: nothing after ${LIMIT_MS / 1000} s`);
    if (end.processes.length) faults.push(`processes are left: ${end.processes.join('; ')}`);
    if (end.status !== 0 && (times <= 1 || !/^qtimeit: /m.test(end.stderr))) {
      faults.push(`ended with ${end.signal || `exit code ${end.status}`}: ${end.stderr.slice(0, 300)}`);
    }
    if (times <= 1 && own.left().length) faults.push(`left in the temporary folder: ${own.left().join(', ')}`);
    return { faults, end, places: new Set(fs.readFileSync(log, 'utf8').split('\n').filter(Boolean)) };
  } finally {
    own.remove();
  }
}

async function main() {
  const words = process.argv.slice(2);
  const [verbose, isShort] = ['--verbose', '--short'].map((word) => words.includes(word));
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : '';
  // Short, because browsers have sockets below it.
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'qt-ff-')));
  fs.writeFileSync(path.join(base, 'preload.js'), PRELOAD);
  const reached = new Set();
  let number = 0;
  let failed = 0;

  async function attempt(name, fault) {
    const { faults, end, places } = await runOne(base, name, number++, fault);
    places.forEach((place) => reached.add(place));
    const title = `${name}${fault ? `: ${fault.at} fails with ${fault.code} ${fault.mode}` : ''}`;
    if (verbose) console.log(`${title}\n${end.stdout}${end.stderr}`);
    if (faults.length === 0) return places;
    failed++;
    console.log([title, ...faults.map((fault) => `    ${fault.slice(0, 600)}`)].join('\n'));
    return places;
  }

  try {
    const tried = new Set();
    for (const [name, { program }] of Object.entries(RUNS)) {
      if (program && !isInstalled(program)) continue;
      const first = isShort ? { at: EACH, mode: 'once', times: MODES.once, code: 'EPERM' } : undefined;
      const todo = [...await attempt(name, first)];
      for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
        if (tried.has(at) || !`${name} ${at}`.includes(only)) continue;
        tried.add(at);
        const longer = Object.keys(MODES).slice(1);
        const modes = !isShort ? Object.keys(MODES) : name === 'run' ? longer : [longer[tried.size % 2]];
        for (const mode of modes) {
          const code = tried.size % 4 < 2 ? 'EPERM' : 'EBUSY';
          const places = await attempt(name, { at, mode, times: MODES[mode], code });
          todo.push(...places); // places that are reached only after a failure
        }
      }
    }
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
  const missed = placesInSource().filter((place) => !reached.has(place));
  for (const place of missed) {
    const [file] = place.split(':');
    const test = ELSEWHERE[file];
    console.log(`${place} was not reached${test ? ` (${test})` : ''}`);
    if (!test && only === '') failed++;
  }
  console.log(`${reached.size} of ${reached.size + missed.length} places, ${number} runs, ${failed} faults`);
  process.exitCode = failed ? 1 : 0;
}

main();
