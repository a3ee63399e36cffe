'use strict';

/* What a child process prints: line by line, and the last lines of it, which tell what it died of. */

const OUTPUT_LINES = 20;

// Of a process that aborts: its frames, 18 lines, would push out what it died of.
const NATIVE_TRACE = /^\s*(\d+: 0x[\da-f]+ .*|-+ (Native|JavaScript) stack trace -+)?$/i;

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

module.exports = { keepLast, readLines };
