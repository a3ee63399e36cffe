'use strict';

/* Places in the files of a program, as in stacks. */

const path = require('path');
const { fileURLToPath } = require('url');

const LIB = path.dirname(__dirname);
const OURS = `${LIB}${path.sep}`;
const OUR_FILES = Object.fromEntries(['qtimeit.js', 'qtimeit.mjs', path.join('bin', 'qtimeit.js')]
  .map((name) => [path.join(LIB, '..', name), true]));
// A line of a stack ends in its position: at f (/home/me/x.js:3:5), at async file:///home/me/x.mjs:3:5
const FRAME = /^\s+at (?:.*? \((?=.*\)$))?(?:async )?(.+):(\d+):(\d+)\)?$/;

function pathOf(file) {
  if (!file.startsWith('file:')) return file;
  try {
    return fileURLToPath(file);
  } catch (_) {
    return file;
  }
}

function frameOf(text) {
  const frame = FRAME.exec(text);
  return frame && { file: pathOf(frame[1]), line: frame[2], column: frame[3] };
}

const isOurs = (file) => file.startsWith(OURS) || OUR_FILES[file] === true;

/** Name for messages, relative to the current folder if it is inside; null if it is not a file. */
function nameOf(file) {
  if (file.startsWith('node:') || !path.isAbsolute(file)) return null;
  try {
    const relative = path.relative(process.cwd(), file);
    return relative.startsWith('..') ? file : relative;
  } catch (_) {
    // The current folder is gone.
    return file;
  }
}

module.exports = { frameOf, isOurs, nameOf };
