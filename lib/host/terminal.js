'use strict';

/*
 * The only door to the terminal. process.stdout is opened at the first line, not at require: that
 * takes a millisecond or two.
 */

const { env, program: { tellAtEnd: writeErrorNow }, readings: { nowNs } } = require('#engine');

// A log keeps each line of progress.
const LOG_INTERVAL_NS = 10e9;

const guarded = {};
let isLost = false;

/**
 * What cannot be written is lost: that is said once, and the program has failed. A reader that has gone away (`| head
 * -1`) is no error.
 */
function onLost(name, error) {
  if (error.code === 'EPIPE' || isLost) return;
  isLost = true;
  const { fileWords } = require('./file-words');
  writeErrorNow(`qtimeit: standard ${name === 'stdout' ? 'output' : 'error'} cannot be written: ${fileWords(error)}\n`);
  // Whatever the exit code is set to until then.
  process.on('exit', (exitCode) => { if (!exitCode) process.exitCode = 1; });
}

/** process.stdout or process.stderr */
function streamOf(name) {
  const stream = process[name];
  if (!guarded[name]) {
    guarded[name] = true;
    stream.on('error', (error) => onLost(name, error));
  }
  return stream;
}

const stdout = () => streamOf('stdout');

/** Writes to standard output. */
function write(text) {
  stdout().write(text);
}

/** Writes to standard error. */
function writeError(text) {
  streamOf('stderr').write(text);
}

let statusShown = false;
let logDueNs = null;

/** Writes the first line 10 s after the first call, so that a short run has none. */
function logStatus(lineOf) {
  const now = nowNs();
  if (logDueNs === null) logDueNs = now + LOG_INTERVAL_NS;
  if (now < logDueNs) return;
  logDueNs = now + LOG_INTERVAL_NS;
  writeError(`${lineOf(null)}\n`);
}

/**
 * Shows progress on standard error: a terminal replaces the line before, a pipe or a file gets a line each 10 s.
 *
 * @param {(function(number|null): string)|null} lineOf makes a line of at most so many columns, or a line of a log for
 *   null; null in place of the function removes the line from a terminal
 */
function status(lineOf) {
  if (!lineOf && !statusShown) return;
  const { isTTY, columns } = streamOf('stderr');
  if (!isTTY || env().TERM === 'dumb') {
    logStatus(lineOf);
    return;
  }
  statusShown = lineOf !== null;
  // The last column is left free: some terminals go to the next line once it is full.
  streamOf('stderr').write(`\r\u001b[2K${lineOf ? lineOf((columns || 80) - 1) : ''}`);
}

/** Whether standard output is shown in colours: NO_COLOR and FORCE_COLOR tell, and then the stream. */
function hasColours() {
  const { NO_COLOR, FORCE_COLOR, TERM } = env();
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return Boolean(stdout().isTTY) && TERM !== 'dumb';
}

/**
 * The screen that standard output is shown on.
 *
 * @returns {{ columns: number, rows: number } | null} null for a pipe, a file, or a terminal that cannot
 *   move its cursor
 */
function screen() {
  const { isTTY, columns, rows } = stdout();
  if (!isTTY || env().TERM === 'dumb') return null;
  // A terminal that does not tell its size says 0.
  return { columns: columns || 80, rows: rows || 24 };
}

/** For what others write: that nobody reads it is no error either. */
function guard() {
  for (const name of ['stdout', 'stderr']) streamOf(name);
}

module.exports = { guard, write, writeError, writeErrorNow, status, screen, hasColours };
