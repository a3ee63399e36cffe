'use strict';

/*
 * Runs the tests of measuring, statistics and suites in another engine, except those that start
 * processes.
 *
 *   node tools/check-engines.js bun|deno [folder...]
 *
 * Folders run in parallel; mocha's summary is printed once for all.
 */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { outputOf } = require('../test/helpers/child-processes');

const ROOT = path.join(__dirname, '..');
const INSTALLED = path.join(__dirname, 'node_modules');
const MOCHA = path.join('node_modules', 'mocha', 'bin', 'mocha.js');
const REPORTER = path.join('test', 'helpers', 'reporter.js');

const ENGINES = {
  bun: { program: path.join(INSTALLED, 'bun', 'bin', 'bun'), options: [] },
  deno: { program: path.join(INSTALLED, 'deno', 'deno'), options: ['run', '--allow-all'] },
};
// The longest first.
const ROOMS = ['measure', 'session', 'estimate', 'suite', 'engine', 'stats', 'text', 'samples'];
// These start processes, with options that differ between engines, or test command lines.
const LEFT_OUT = ['bench-faults.test.js', 'fork-runner.test.js', 'forks.test.js'];
const AT_A_TIME = 2;
const LIMIT_MS = 300000;

const filesOf = (room) => fs.readdirSync(path.join(ROOT, 'test', room))
  .filter((name) => name.endsWith('.test.js') && !LEFT_OUT.includes(name))
  .map((name) => path.join('test', room, name));

/** Runs the tests of a folder. @returns {Promise<{ room, said, isSound }>} isSound: it exited with 0 */
async function run({ program, options }, room) {
  const args = [...options, MOCHA, '--no-config', '--reporter', REPORTER, '--timeout', '60000', ...filesOf(room)];
  const { stdout, stderr, status } = await outputOf(spawn(program, args, {
    cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS, killSignal: 'SIGKILL',
  })).catch(({ message }) => ({ stdout: '', stderr: message, status: null }));
  return { room, said: stdout + stderr, isSound: status === 0 };
}

/** Mocha's summary of a folder; a folder without one has failed. */
function countsOf({ said, isSound }) {
  const number = (word) => Number((new RegExp(`^ +(\\d+) ${word}(?: \\(.*\\))?$`, 'm').exec(said) || [])[1] || 0);
  const [passing, pending, failing] = ['passing', 'pending', 'failing'].map(number);
  return { passing, pending, failing: failing === 0 && (!isSound || passing + pending === 0) ? 1 : failing };
}

/** In parallel, in the order in which they end. */
async function runAll(engine, rooms, ended) {
  const left = [...rooms];
  const results = [];
  const work = async () => {
    while (left.length > 0) {
      const result = await run(engine, left.shift());
      results.push(result);
      ended(result);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

/** The number of skipped tests of a folder by reason, if the engine keeps the comments with the reasons. */
function skippedIn({ room, said }) {
  const reasons = new Map();
  for (const line of said.split('\n')) {
    const [, reason] = /^ {2}- .*\(([^()]*)\)$/.exec(line) || [];
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) || 0) + 1);
  }
  return [...reasons].map(([reason, count]) => `  ${room}: ${count} skipped: ${reason}\n`).join('');
}

/** All failures of a folder, or its whole output if it died before its summary. */
function failuresIn({ room, said }) {
  const start = said.search(/^ +\d+ failing$/m);
  return `\n  ${room}\n${start < 0 ? said.slice(-4000) : said.slice(said.indexOf('\n', start))}`;
}

async function main([name, ...rooms]) {
  const engine = Object.hasOwn(ENGINES, name) ? ENGINES[name] : null;
  const unknown = rooms.find((room) => !ROOMS.includes(room));
  if (engine === null || unknown !== undefined) {
    process.stderr.write(`usage: node tools/check-engines.js ${Object.keys(ENGINES).join('|')} [${ROOMS.join('|')}]\n`);
    return 2;
  }
  if (!fs.existsSync(engine.program)) {
    process.stderr.write(`${name} is not there: cd tools && npm ci --no-bin-links\n`);
    return 1;
  }
  const startedMs = Date.now();
  const results = await runAll(engine, rooms.length ? rooms : ROOMS, (result) => {
    const { passing, pending, failing } = countsOf(result);
    process.stdout.write(`  ${result.room}: ${passing} passed, ${failing} failed, ${pending} skipped\n`);
  });
  const sum = (word) => results.reduce((total, result) => total + countsOf(result)[word], 0);
  const failing = sum('failing');
  const skipped = results.map(skippedIn).join('');
  if (skipped !== '') process.stdout.write(`\n${skipped}`);
  process.stdout.write(`\n  ${sum('passing')} passing (${Math.round((Date.now() - startedMs) / 1000)}s)\n`);
  if (sum('pending') > 0) process.stdout.write(`  ${sum('pending')} pending\n`);
  if (failing > 0) {
    const failed = results.filter((result) => countsOf(result).failing > 0);
    process.stdout.write(`  ${failing} failing\n${failed.map(failuresIn).join('')}`);
  }
  process.stdout.write('\n');
  return failing > 0 || sum('passing') === 0 ? 1 : 0;
}

main(process.argv.slice(2)).then((status) => { process.exitCode = status; });
