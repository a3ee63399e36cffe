'use strict';

/*
 * Checks that the commands of this folder still work, each in its shortest form: modules that they import may have
 * been moved or removed since their results were published.
 *
 *   node alive.js [NAME...]      commands whose line contains one of the names; default all
 *
 * A command works if it prints something, no stack trace, and exits with 0, or with 1: so short a run may miss a goal.
 * Exits with 1 if a command fails. Commands that run other tools need `npm ci` here.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');

const LIMIT_MS = 480e3;
// Some commands mostly wait, and the measured times do not matter here.
const AT_A_TIME = 2;

// The longest come first. Of commands with several subjects, each subject with code of its own.
const COMMANDS = [
  'why.js --short --time 0.05',
  'counts.js seconds --short',
  'engines.js --short --only n++',
  'engines.js bodies --short --only n++ --engine chromium',
  'core-hours.js --short',
  'imports.js --short',
  'adopted.js --short',
  'durations.js --short',
  'cold-cache.js --short',
  'first-calls.js --short',
  'compare.js start saved three --short --runs 1 --time 0.2',
  'process-variance.js --short',
  'soon.js run --short',
  'bisect.js --short',
  'accuracy.js sync --seconds 0.02 --copies 1 --only n++',
  'accuracy.js callback --seconds 0.02 --copies 1 --only n++',
  'accuracy.js promise --seconds 0.02 --copies 1 --only n++',
  'commands.js --short',
  'gate.js --short --time 0.2 --loops 0',
  'goals.js mhz require answer --short',
  'history.js --short',
  'http-load.js --seconds 0.2 --rounds 1 --connections 5',
  'judges.js --short',
  'keep.js --seconds 0.02 --copies 1 --only Math.sqrt',
  'load.js --short',
  'memory-changes.js --short --tests object --time 0.2',
  'memory.js --seconds 0.02 --only 1,2,3',
  'processor.js --seconds 0.1',
  'removed-work.js --short --runs 1 --seconds 0.02',
  'restarts.js --short',
  'runs.js computing --short',
  'streams.js short',
  'suites.js order --short --runs 1',
  'tiers.js steps',
  'toolkit.js csv --runs 1 --short',
  'turns.js --short',
  'waits.js --short',
];
// Each tool is called by one of them.
const WITH_OTHER_TOOLS = [
  'real.js --short',
  'adopted.js members',
  'peers.js --runs 1 --only n++ --tools timeit,qtimeit,benchmarkjs,bench-node',
  'suite-peers.js --runs 1 --tool tinybench --seconds 0.05',
  'compare-others.js mitata --runs 1 --short',
];

const TRACE = /^ {4}at .*:\d+:\d+\)?$/m;

/** @returns {Promise<string>} '' if the command works */
function problemOf(command) {
  return new Promise((resolve) => {
    const options = { cwd: __dirname, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS };
    const child = spawn(process.execPath, command.split(' '), options);
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => { out += text; });
    child.stderr.on('data', (text) => { err += text; });
    child.on('close', (code, signal) => {
      if (signal) resolve(`${signal}${child.killed ? ` after ${LIMIT_MS / 1000} s` : ''}:\n${err.trim()}`);
      else if (TRACE.test(err) || code > 1) resolve(`exited with ${code}:\n${err.trim()}`);
      else resolve(out.trim() ? '' : 'printed nothing');
    });
  });
}

async function main() {
  const { names } = readArguments({}, null);
  const hasOtherTools = fs.existsSync(path.join(__dirname, 'node_modules', 'tinybench'));
  const left = [...COMMANDS, ...(hasOtherTools ? WITH_OTHER_TOOLS : [])].filter(
    (command) => names.length === 0 || names.some((name) => command.includes(name)));
  const worker = async () => {
    while (left.length) {
      const command = left.shift();
      const startedMs = Date.now();
      const problem = await problemOf(command);
      console.log(`${problem ? 'FAILED' : 'ok    '} ${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)} s  ` +
        `${command}${problem && `: ${problem}`}`);
      if (problem) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

main();
