'use strict';

/*
 * The only door to the terminal. process.stdout is opened at the first line, not at require: that
 * takes a millisecond or two.
 */

let guarded = false;

/** Writes to standard output. A reader that has gone away (`| head -1`) is no error. */
function write(text) {
  const { stdout } = process;
  if (!guarded) {
    guarded = true;
    stdout.on('error', (error) => { if (error.code !== 'EPIPE') throw error; });
  }
  stdout.write(text);
}

/** Writes to standard error, where no event loop will turn any more. */
function writeErrorNow(text) {
  require('fs').writeSync(2, text);
}

module.exports = { write, writeErrorNow };
