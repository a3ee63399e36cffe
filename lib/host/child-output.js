'use strict';

/* Output of a child process: its lines, its last lines (which may explain its end), and its messages. */

const { messageIn } = require('./protocol');

const OUTPUT_LINES = 20;

// An aborting process prints 18 lines of frames, which would push out its error.
const NATIVE_TRACE = /^\s*(\d+: 0x[\da-f]+ .*|-+ (Native|JavaScript) stack trace -+)?$/i;

// Longer than any message; the rest of a longer line is dropped.
const MOST_LENGTH = 2 ** 27;

function keepLast(lines, line) {
  if (NATIVE_TRACE.test(line)) return;
  if (lines.length === OUTPUT_LINES) lines.shift();
  lines.push(line.length > 500 ? `${line.slice(0, 500)}...` : line);
}

/** Calls onLine for each line, cut after 64 KB. */
function readLines(stream, onLine) {
  // Missing if no process could be started.
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

/** An unread pipe would block its writer. */
function drain(stream) {
  stream.on('error', () => {});
  stream.resume();
}

module.exports = { drain, keepLast, readLines, readMessages };
