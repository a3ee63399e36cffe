'use strict';

/*
 * Prints what a synchronous suite has measured where a signal ends the process in the middle of it. Node hears of signals in
 * its event loop, which does not turn there: without a listener the signal ends the process at once, and a shell that was
 * started before prints what it was handed last.
 */

const { spawn } = require('child_process');

// What it prints stands for us, who are gone: it is not to end by the same signal.
const SCRIPT = 'trap "" INT TERM HUP; while IFS= read -r line; do last=$line; done; printf %b "$last"';

/** A text as one line for printf %b. Nothing here that a measured test can have replaced. */
function escaped(text) {
  let line = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') line += '\\\\';
    else if (character === '\n') line += '\\n';
    else if (character === '\r') line += '\\r';
    else if (character !== '\0') line += character;
  }
  return line;
}

/**
 * @returns {{ tell: function(string), dismiss: function() }|null} tell(text): what is to be printed from now on; dismiss(): nothing
 *   any more. null where there is no shell
 */
function startGuardian() {
  let child;
  try {
    child = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'inherit', 'ignore'] });
  } catch (_) {
    return null;
  }
  // That it could not be started, or has ended: then a signal ends us as it would without it.
  child.on('error', () => {});
  if (!child.stdin) return null;
  child.stdin.on('error', () => {});
  child.unref();
  child.stdin.unref();
  return {
    // Written at once: it is read there whatever the event loop does.
    tell: (text) => { child.stdin.write(`${escaped(text)}\n`); },
    dismiss: () => { child.kill('SIGKILL'); },
  };
}

module.exports = { startGuardian };
