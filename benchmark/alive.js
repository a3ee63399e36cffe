'use strict';

/*
 * Whether the commands of this folder still work, each in its shortest form: what they import may have been moved or
 * cleaned away since their figures were written down.
 *
 *   node alive.js [NAME...]      those whose line has one of the names, all unless named
 *
 * A command works where it prints something and ends with 0, or with 1 for a goal that so short a run misses, and
 * without an error's stack. Exits with 1 where one does not. Those with peers need `npm ci` here.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');

const LIMIT_MS = 240e3;
// Some of them wait, and how fast anything is is not looked at.
const AT_A_TIME = 3;

// What takes longest comes first.
const COMMANDS = [
  'counts.js step --short',
  'counts.js seconds --short',
  'engines.js --short --only n++',
  'engines.js bodies --short --only n++ --engine chromium',
  'adopted.js --short',
  'accuracy.js sync --seconds 0.02 --copies 1 --only n++',
  'accuracy.js callback --seconds 0.02 --copies 1 --only n++',
  'accuracy.js promise --seconds 0.02 --copies 1 --only n++',
  'bisect.js --short',
  'history.js --short',
  'cold-cache.js --short',
  'compare.js start saved --runs 1',
  'compare.js three --runs 1 --time 3',
  'core-hours.js --short',
  'gate.js --short --time 1 --loops 1',
  'goals.js mhz require answer --short',
  'http-load.js --seconds 0.2 --rounds 1 --connections 5',
  'judges.js --short',
  'keep.js --seconds 0.02 --copies 1 --only Math.sqrt',
  'load.js --short',
  'memory.js --seconds 0.05 --only 1,2,3',
  'process-variance.js --short',
  'processor.js --seconds 0.3',
  'removed-work.js --short --runs 1',
  'restarts.js --short',
  'runs.js computing --short',
  'streams.js twins 1',
  'suites.js order --runs 1',
  'tiers.js steps',
  'toolkit.js csv --runs 1 --short',
  'waits.js --short',
];
const WITH_PEERS = [
  'adopted.js members',
  'peers.js --runs 1 --only n++',
  'suite-peers.js --runs 1 --tool mitata',
  'compare-others.js mitata --runs 1 --short',
];

const TRACE = /^ {4}at .*:\d+:\d+\)?$/m;

/** @returns {Promise<string>} what is wrong with it, '' for nothing */
function whatIsWrong(command) {
  return new Promise((resolve) => {
    const options = { cwd: __dirname, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS };
    const child = spawn(process.execPath, command.split(' '), options);
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => { out += text; });
    child.stderr.on('data', (text) => { err += text; });
    child.on('close', (code, signal) => {
      if (signal) resolve(`did not end within ${LIMIT_MS / 1000} s`);
      else if (TRACE.test(err) || code > 1) resolve(`ended with ${code}:\n${err.trim()}`);
      else resolve(out.trim() ? '' : 'printed nothing');
    });
  });
}

async function main() {
  const { names } = readArguments({}, null);
  const hasPeers = fs.existsSync(path.join(__dirname, 'node_modules', 'tinybench'));
  const left = [...COMMANDS, ...(hasPeers ? WITH_PEERS : [])].filter(
    (command) => names.length === 0 || names.some((name) => command.includes(name)));
  const worker = async () => {
    while (left.length) {
      const command = left.shift();
      const startedMs = Date.now();
      const wrong = await whatIsWrong(command);
      console.log(`${wrong ? 'FAILED' : 'ok    '} ${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)} s  ` +
        `${command}${wrong && `: ${wrong}`}`);
      if (wrong) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

main();
