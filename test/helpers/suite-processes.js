'use strict';

/*
 * Runs the command with suites in a separate process, which tests observe while it measures. For use with
 * helpers/cli.js.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { inFolder, PROGRAM } = require('./cli');
const { isRunning, outputOf, until } = require('./child-processes');

const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';

// Code that saves the id of its process.
const PID = "require('fs').writeFileSync('pid', String(process.pid));\n";
const pidOf = () => Number(fs.readFileSync(inFolder('pid'), 'utf8'));

// Blocks like an endless loop, but does not use the processor.
const BLOCKED = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

const untilDead = () => until(() => !isRunning(pidOf()));

/** [file, name of the test, code of its error] of each test and failed file. */
const rowsOf = ({ suites }) => suites.flatMap(({ file, tests, error }) =>
  (error ? [[file, null, error.code]] : tests.map((test) => [file, test.name, test.error && test.error.code])));

/** Starts the command, waits until condition(output), calls action(child), and waits for the end. */
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
