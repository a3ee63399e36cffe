'use strict';

/*
 * The only door to the terminal. process.stdout is opened at the first line, not at require: that
 * takes a millisecond or two.
 */

const { env, program: { tellAtEnd: writeErrorNow } } = require('#engine');

const guarded = {};
let isLost = false;

/**
 * What cannot be written is lost: that is said once, and the program has failed. A reader that has gone away (`| head
 * -1`) is no error.
 */
function onLost(name, error) {
  if (error.code === 'EPIPE' || isLost) return;
  isLost = true;
  const { describeFsError } = require('./describe-fs-error');
  const output = name === 'stdout' ? 'output' : 'error';
  writeErrorNow(`qtimeit: standard ${output} cannot be written: ${describeFsError(error)}\n`);
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

/**
 * Shows a line on standard error in place of the one before, where that is a terminal.
 *
 * @param {(function(number): string)|null} lineOf makes a line that has so many columns at most; null takes it away
 */
function status(lineOf) {
  if (!lineOf && !statusShown) return;
  const { isTTY, columns } = streamOf('stderr');
  if (!isTTY || env().TERM === 'dumb') return;
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
