'use strict';

/* Output of a child process: its lines, its last lines (which may explain its end), and its messages. */

const { MOST_LENGTH, parseMessage } = require('./protocol');
const { withoutSequences } = require('../text/display');

const OUTPUT_LINES = 20;

// An aborting process prints 18 lines of frames, which would push out its error. Windows pads addresses to 16 digits.
const NATIVE_TRACE = /^\s*(\d+: (?:0x[\da-f]+|[\da-f]{16}) .*|-+ (Native|JavaScript) stack trace -+)?$/i;

const LINE_LENGTH = 65536;

/** given: a line of a process that may print in colours, see colourVariables() */
function keepLast(lines, given) {
  const line = withoutSequences(given);
  if (NATIVE_TRACE.test(line)) return;
  if (lines.length === OUTPUT_LINES) lines.shift();
  lines.push(line.length > 500 ? `${line.slice(0, 500)}...` : line);
}

/** most: characters per line; the rest of a line is dropped. */
function readLines(stream, onLine, most = LINE_LENGTH) {
  // Missing if no process could be started.
  if (!stream) return;
  let line = '';

  function end() {
    // Lines of programs on Windows end with \r\n.
    const whole = line.slice(0, most).replace(/\r$/, '');
    line = '';
    onLine(whole);
  }

  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const pieces = text.split('\n'); // splits only the new text, because messages can be long
    for (let i = 0; i < pieces.length; i++) {
      if (i > 0) end();
      if (line.length < most) line += pieces[i];
    }
  });
  stream.on('end', () => { if (line) end(); });
  stream.on('error', () => {});
}

function readMessages(stream, secret, onMessage, onGarbage) {
  readLines(stream, (line) => {
    if (line === '') return;
    const isOurs = line.startsWith(`${secret} `);
    const text = isOurs ? line.slice(secret.length + 1) : line;
    const message = isOurs ? parseMessage(text) : null;
    if (message) onMessage(message);
    else onGarbage(text);
  }, MOST_LENGTH);
}

/** Returns { text }, with the last `most` characters of a stream. */
function keepText(stream, most) {
  const kept = { text: '' };
  if (!stream) return kept;
  stream.setEncoding('utf8');
  stream.on('data', (part) => { kept.text = (kept.text + part).slice(-most); });
  stream.on('error', () => {});
  return kept;
}

/** Discards output, because an unread pipe would block its writer. */
function drain(stream) {
  stream.on('error', () => {});
  stream.resume();
}

module.exports = { drain, keepLast, keepText, readLines, readMessages };
