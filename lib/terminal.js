'use strict';

/*
 * The only door to the terminal. process.stdout is opened at the first line, not at require: that
 * takes a millisecond or two.
 */

// Captured at load: a test may replace them.
const { writeSync } = require('fs');

let guarded = false;

function stdout() {
  const stream = process.stdout;
  if (!guarded) {
    guarded = true;
    // A reader that has gone away (`| head -1`) is no error.
    stream.on('error', (error) => { if (error.code !== 'EPIPE') throw error; });
  }
  return stream;
}

/** Writes to standard output. */
function write(text) {
  stdout().write(text);
}

/** Writes to standard error. */
function writeError(text) {
  process.stderr.write(text);
}

/** Writes to standard error, where no event loop will turn any more. */
function writeErrorNow(text) {
  try {
    writeSync(2, text);
  } catch (_) {
    // Closed by the other side: there is nobody to tell.
  }
}

/**
 * The screen that standard output is shown on.
 *
 * @returns {{ columns: number, rows: number } | null} null for a pipe, a file, or a terminal that cannot
 *   move its cursor
 */
function screen() {
  const { isTTY, columns, rows } = stdout();
  if (!isTTY || process.env.TERM === 'dumb') return null;
  // A terminal that does not tell its size says 0.
  return { columns: columns || 80, rows: rows || 24 };
}

module.exports = { write, writeError, writeErrorNow, screen };
