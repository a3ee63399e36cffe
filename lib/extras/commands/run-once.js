'use strict';

/* Starts a command, and measures the time from before its start to its exit. */

const path = require('path');
const { keepLast, keepText } = require('../../base/host/child-output');
const { createRowError } = require('../../base/text/row-error');
const { isCode } = require('../../base/text/code-names');
const { label } = require('../../base/text/display');
const { readMessage } = require('../../base/text/show');

const MOST_TEXT = 20000; // characters at the end of standard error, which can be a gigabyte
const LAST_WORDS_MS = 200; // for output that is still in the pipe; a child process of the command may hold it open

/** words: of splitCommand(); null for a shell. Copies the environment once, because that takes part of a start. */
function createLaunch(text, words, { host, cwd }) {
  const isWindows = host.platform === 'win32';
  const options = { cwd, env: { ...host.env }, windowsHide: true, detached: !isWindows };
  if (words !== null) return { file: words[0], args: words.slice(1), options, shell: null };
  if (!isWindows) return { file: '/bin/sh', args: ['-c', text], options, shell: 'sh' };
  return { file: text, args: [], options: { ...options, shell: true }, shell: 'cmd.exe' };
}

/**
 * Standard input is empty, and output is discarded. keepsErrors: keeps the last lines of standard error; limitMs: after
 * which the process and its group are killed; onStart: gets a function that kills them. Resolves to { ns, code, signal,
 * isTimedOut, refusal (error of a process that could not be started, or null), output }.
 */
function runOnce({ file, args, options }, { keepsErrors, limitMs, onStart }, { host, clock }) {
  const end = { ns: 0, code: null, signal: null, isTimedOut: false, refusal: null, output: [] };
  const stdio = ['ignore', 'ignore', keepsErrors ? 'pipe' : 'ignore'];
  return new Promise((resolve) => {
    let child;
    const refuse = (error) => resolve({ ...end, refusal: error });
    const startedNs = clock.nowNs();
    try {
      child = host.spawn(file, args, { ...options, stdio });
    } catch (error) {
      return void refuse(error);
    }
    child.on('error', (error) => { if (child.pid === undefined) refuse(error); });
    if (child.pid === undefined) return;
    const kill = () => host.killGroup(child.pid, 'SIGKILL');
    const cancel = clock.after(() => {
      end.isTimedOut = true;
      kill();
    }, limitMs);
    child.on('exit', (code, signal) => {
      Object.assign(end, { ns: clock.nowNs() - startedNs, code, signal });
      cancel();
      // Processes that it left behind would disturb the next run. Windows has no groups.
      if (host.platform !== 'win32') kill();
      if (!keepsErrors) return void resolve(end);
      const stopWaiting = clock.after(() => child.stderr.destroy(), LAST_WORDS_MS);
      child.on('close', () => {
        stopWaiting();
        for (const line of kept.text.trimEnd().split(/\r?\n/)) if (line) keepLast(end.output, line);
        resolve(end);
      });
    });
    const kept = keepText(child.stderr, MOST_TEXT);
    onStart(kill);
  });
}

function refusalText(error, { file, options: { cwd } }, host) {
  const name = label(file);
  const isHere = !/[\\/]/.test(file) && host.isThere(path.join(cwd, file));
  const meant = isCode(file) ? `node ${name}` : isHere ? `./${name}` : null;
  const hint = meant === null ? '' : `. Did you mean: ${meant}`;
  if (error.code === 'ENOENT') {
    return `command not found: ${name}${hint || `. Check the spelling and PATH, or use npx ${name}`}`;
  }
  if (error.code === 'EACCES') return `no permission to run ${name}${hint}`;
  return `${name} cannot be started: ${readMessage(error)}`;
}

/** The error of a row; null if the command succeeded. */
function errorOfRun({ code, signal, isTimedOut, refusal, output }, launch, limitMs, host) {
  if (refusal !== null) return createRowError('not-started', refusalText(refusal, launch, host));
  if (isTimedOut) {
    return createRowError('timed-out', `did not end within ${limitMs / 1000} s. Use --run-timeout for a longer limit`,
      { output });
  }
  if (signal !== null) return createRowError('exited', `was killed by ${signal}`, { output });
  return code === 0 ? null : createRowError('exited', `exited with code ${code}`, { output });
}

module.exports = { createLaunch, errorOfRun, runOnce };
