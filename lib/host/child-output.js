'use strict';

/* The output of a child process, line by line, its last lines, which may explain its end, and its messages. */

const OUTPUT_LINES = 20;

// The 18 lines of frames of a process that aborts would push out its error.
const NATIVE_TRACE = /^\s*(\d+: 0x[\da-f]+ .*|-+ (Native|JavaScript) stack trace -+)?$/i;

// Longer than any message; the rest of a longer line is dropped.
const MOST_LENGTH = 2 ** 27;

/** Adds a line to the last twenty. */
function keepLast(lines, line) {
  if (NATIVE_TRACE.test(line)) return;
  if (lines.length === OUTPUT_LINES) lines.shift();
  lines.push(line.length > 500 ? `${line.slice(0, 500)}...` : line);
}

/** Passes on a stream line by line; a line is cut after 64 KB. */
function readLines(stream, onLine) {
  // None if no process could be started.
  if (!stream) return;
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop().slice(0, 65536);
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => { if (rest) onLine(rest); });
  stream.on('error', () => {});
}

/** Passes on each message, see protocol.js, and each line that is none. */
function readMessages(stream, secret, onMessage, onGarbage) {
  let rest = '';

  function take(line) {
    if (line === '') return;
    const isOurs = line.startsWith(`${secret} `);
    const text = isOurs ? line.slice(secret.length + 1) : line;
    const message = isOurs ? messageIn(text) : null;
    if (message) onMessage(message);
    else onGarbage(text);
  }

  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) {
      rest = rest.length > MOST_LENGTH ? rest : rest + lines[i];
      if (i === lines.length - 1) return;
      const line = rest;
      rest = '';
      take(line);
    }
  });
  stream.on('end', () => take(rest));
  stream.on('error', () => {});
}

function messageIn(text) {
  try {
    const message = JSON.parse(text);
    return message !== null && typeof message === 'object' ? message : null;
  } catch (_) {
    return null;
  }
}

/** A pipe that is not read would make the writer wait. */
function drain(stream) {
  stream.on('error', () => {});
  stream.resume();
}

module.exports = { drain, keepLast, readLines, readMessages };
