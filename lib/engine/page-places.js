'use strict';

/* Places in the scripts of a page, as a stack names them: Chromium's lines, and those of Firefox and WebKit. */

// at f (http://127.0.0.1/x.js:3:5), f@http://127.0.0.1/x.js:3:5; code made of text is no place: x.js line 3 > eval:1:2
const FRAME = /^(?:\s+at (?:.*? \((?=.*\)$))?(?:async )?|[^@]*@)([a-z-]+:[^ ]+):(\d+):(\d+)\)?$/;

/** As that of process-places.js. */
function frameOf(text) {
  const frame = FRAME.exec(text);
  return frame && { file: frame[1], line: frame[2], column: frame[3] };
}

const own = `${new Error('where this is').stack}`.split('\n').map(frameOf).find((frame) => frame !== null);

const isOurs = (file) => own !== undefined && file === own.file;

/** The address of a script, without that of the page's own server; null where it is none. */
function nameOf(file) {
  if (!/^(?:https?|file|blob):/.test(file)) return null;
  const { origin = 'null' } = globalThis.location || {};
  return file.startsWith(`${origin}/`) ? file.slice(origin.length + 1) : file;
}

module.exports = { frameOf, isOurs, nameOf };
