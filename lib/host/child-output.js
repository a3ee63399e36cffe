'use strict';

/* What a child process prints, line by line, and the last lines of it, which tell what it died of; and its messages. */

const OUTPUT_LINES = 20;

// Of a process that aborts: its frames, 18 lines, would push out what it died of.
const NATIVE_TRACE = /^\s*(\d+: 0x[\da-f]+ .*|-+ (Native|JavaScript) stack trace -+)?$/i;

// Longer than any message; what comes without an end of a line is not kept beyond it.
const MOST_LENGTH = 2 ** 27;

/** Adds a line to the last twenty. */
function keepLast(lines, line) {
  if (NATIVE_TRACE.test(line)) return;
  if (lines.length === OUTPUT_LINES) lines.shift();
  lines.push(line.length > 500 ? `${line.slice(0, 500)}...` : line);
}

/** Hands on what a stream brings, line by line; a line of any length is cut after 64 KB. */
function readLines(stream, onLine) {
  // None where no process could be started.
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

/** Hands on each message of the protocol of parent-channel.js, and each line that is none. */
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

/** What nobody reads must not keep the writer waiting. */
function drain(stream) {
  stream.on('error', () => {});
  stream.resume();
}

module.exports = { drain, keepLast, readLines, readMessages };
