'use strict';

/* Standard output and error, opened by the first line, because that takes 1 to 2 ms. */

const { env, program: { writeErrorNow }, readings: { nowNs } } = require('#engine');

const LOG_INTERVAL_NS = 10e9; // a log keeps each line of progress
const guarded = {};
let isLost = false;

/** Reports the first write error, and fails. A reader that has ended (`| head -1`) is not an error. */
function onLost(name, error) {
  if (error.code === 'EPIPE' || isLost) return;
  isLost = true;
  const { describeFsError } = require('./fs-queries');
  const output = name === 'stdout' ? 'output' : 'error';
  writeErrorNow(`qtimeit: standard ${output} cannot be written: ${describeFsError(error)}\n`);
  // Also overrides an exit code of 0 that is set later.
  process.on('exit', (exitCode) => { if (!exitCode) process.exitCode = 1; });
}

function streamOf(name) {
  const stream = process[name];
  if (!guarded[name]) {
    guarded[name] = true;
    stream.on('error', (error) => onLost(name, error));
  }
  return stream;
}

const stdout = () => streamOf('stdout');
const write = (text) => { stdout().write(text); };
const writeError = (text) => { streamOf('stderr').write(text); };

let statusShown = false;
let logDueNs = null;

/** Prints nothing in the first 10 s, so that a short run has no such line. */
function logStatus(lineOf) {
  const now = nowNs();
  if (logDueNs === null) logDueNs = now + LOG_INTERVAL_NS;
  if (now < logDueNs) return;
  logDueNs = now + LOG_INTERVAL_NS;
  writeError(`${lineOf(null)}\n`);
}

/**
 * Shows progress on standard error: a terminal replaces the previous line, a pipe or a file gets a line every 10 s.
 * lineOf(columns) returns a line of at most that many columns, lineOf(null) a line for a log. Without lineOf (null) the
 * line is removed from a terminal.
 */
function status(lineOf) {
  if (!lineOf && !statusShown) return;
  const { isTTY, columns } = streamOf('stderr');
  if (!isTTY || env().TERM === 'dumb') {
    logStatus(lineOf);
    return;
  }
  statusShown = lineOf !== null;
  // Some terminals begin a new line once the last column is full.
  streamOf('stderr').write(`\r\u001b[2K${lineOf ? lineOf((columns || 80) - 1) : ''}`);
}

/** NO_COLOR and FORCE_COLOR take precedence over the stream. */
function hasColours() {
  const { NO_COLOR, FORCE_COLOR, TERM } = env();
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return Boolean(stdout().isTTY) && TERM !== 'dumb';
}

const COLOUR_LEVELS = { 4: '1', 8: '2', 24: '3' }; // by bits

/**
 * Variables for processes with pipes: colours of their code are on if they would be in this terminal. Code without
 * colours is often many times as fast.
 */
function colourVariables() {
  const { NO_COLOR, FORCE_COLOR, NODE_DISABLE_COLORS } = env();
  const isGiven = [NO_COLOR, FORCE_COLOR, NODE_DISABLE_COLORS].some((one) => one !== undefined);
  const { isTTY, getColorDepth } = stdout();
  const level = !isGiven && isTTY && getColorDepth ? COLOUR_LEVELS[stdout().getColorDepth()] : undefined;
  return level === undefined ? {} : { FORCE_COLOR: level };
}

const LEVELS = { __proto__: null, '': 1, true: 1, 1: 1, 2: 2, 3: 3 };

/** Colours for code in processes with pipes, as Node and chalk count them: 0 (none), 1 (16), 2 (256), 3 (16 million) */
const colourLevel = () => LEVELS[{ ...env(), ...colourVariables() }.FORCE_COLOR] || 0;

/** null for a pipe, a file, or a terminal without cursor control */
function screen() {
  const { isTTY, columns, rows } = stdout();
  if (!isTTY || env().TERM === 'dumb') return null;
  // 0 if the size is unknown.
  return { columns: columns || 80, rows: rows || 24 };
}

/** Whether the locale, or a terminal of Windows, shows µ, ± and block characters. PowerShell garbles them in pipes. */
function isUtf8() {
  const { LC_ALL, LC_CTYPE, LANG, TERM, WT_SESSION, TERM_PROGRAM } = env();
  if (process.platform === 'win32') return Boolean((WT_SESSION || TERM_PROGRAM) && stdout().isTTY);
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') && TERM !== 'dumb';
}

/** Handles write errors, also for output of the test. */
function guard() {
  for (const name of ['stdout', 'stderr']) streamOf(name);
}

module.exports = {
  guard, write, writeError, writeErrorNow, status, screen, hasColours, colourVariables, colourLevel, isUtf8,
};
