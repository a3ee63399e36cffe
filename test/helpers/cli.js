'use strict';

/* The command line as a process, in a new folder that is deleted after each test. */

const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { removeTree } = require('#lib/base/host/host');
const { outputOf } = require('./child-processes');
const { withoutPerf } = require('./without-perf');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');

let folder;

/** Call it once in a test file. */
function useFolder() {
  withoutPerf();
  // These hooks are global if Mocha runs all files in one process, so each file needs its own variable.
  let own;
  beforeEach(() => { own = folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-cli-'))); });
  afterEach(() => removeTree(own)); // again, if a process that has just ended holds it
}

const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
  return name;
};
const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));

/** Removes lines of progress, which appear only if a command takes over 10 s, for example on a slow machine. */
const withoutProgress = (stderr) => stderr.replace(/^qtimeit: (?:.+: )?\d+ %(?:, .*)?\n/gm, '');

/** Runs the command in the folder to its end: { status, signal, stdout, stderr }, without progress. */
function qtimeit(...args) {
  const { status, stdout, stderr, signal } =
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, signal, stdout, stderr: withoutProgress(stderr) };
}

/** Starts the command, calls action(child) once its output contains the words, and waits for its end. */
function started(args, words, action, options = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, ...options });
  let acted = false;
  return outputOf(child, ({ stdout, stderr }) => {
    if (acted || !(stdout + stderr).includes(words)) return;
    acted = true;
    action(child);
  });
}

const inFolder = (name = '.') => path.join(folder, name);

module.exports = { useFolder, inFolder, write, read, qtimeit, started, withoutProgress, PROGRAM };
