'use strict';

/*
 * The command with suites in a process of their own, which is looked at while it measures. To be used with
 * helpers/cli.js.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { inFolder } = require('./cli');
const { isThere, outputOf, until } = require('./is-there');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';

// A file that tells its process.
const PID = "require('fs').writeFileSync('pid', String(process.pid));\n";
const pidOf = () => Number(fs.readFileSync(inFolder('pid'), 'utf8'));

// As an endless loop, which no event ends, but without the processor time.
const BLOCKED = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

const untilDead = () => until(() => !isThere(pidOf()));

/** Of a document: [file, test, code of its error]. */
const rowsOf = ({ suites }) => suites.flatMap(({ file, tests, error }) =>
  (error ? [[file, null, error.code]] : tests.map((test) => [file, test.name, test.error && test.error.code])));

/** Starts the command, waits for a condition, acts, and gives what it said at its end. */
function startedUntil(args, condition, action) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: inFolder() });
  let out = { stdout: '', stderr: '' };
  const ended = outputOf(child, (given) => { out = given; });
  return until(() => condition(out)).then(() => action(child), (error) => {
    child.kill('SIGTERM');
    throw error;
  }).then(() => ended);
}

module.exports = { startedUntil, until, untilDead, pidOf, rowsOf, BLOCKED, LIBRARY, PID, PROGRAM, SUITE };
