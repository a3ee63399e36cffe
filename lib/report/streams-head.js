'use strict';

/* What stands above a table of streams: what goes into them, and how often. */

const { escaped } = require('../text/display');
const { isNumber, sizeText } = require('../text/numbers');
const { countText } = require('./streams-words');

const { isView } = ArrayBuffer;

/** '10 runs each, a process each' */
function runsText({ runs, forkTests }) {
  const count = runs > 1 ? `${countText(runs)} runs each` : 'one run each';
  if (!forkTests) return `${count}, in this process`;
  return runs > 1 ? `${count}, a process for each` : `${count}, in a process of its own`;
}

/** Bytes that go in: as the settings have them, or as the rows have counted them. */
function bytesOf({ input, inputBytes }, rows = []) {
  if (isNumber(inputBytes)) return inputBytes;
  if (isView(input)) return input.byteLength;
  const counts = rows.find(({ stream }) => stream && stream.bytesIn > 0);
  return counts ? counts.stream.bytesIn : null;
}

// Saved settings have these words in place of the function.
const MADE = 'a function';

function inputName(input) {
  if (typeof input === 'string') return escaped(input);
  if (typeof input === 'function') return MADE;
  return isView(input) ? 'memory' : '';
}

/**
 * @param {object} settings
 * @param {string|ArrayBufferView|function|null} [settings.input] path of a file, bytes, or what makes a stream of them
 * @param {number|null} [settings.inputBytes] its size, where it is known
 * @param {number} [settings.chunkSize] bytes
 * @param {number} settings.runs of each contender
 * @param {number|boolean} settings.forkTests 0: all in this process
 * @param {object[]} [rows] which tell the size where the settings do not
 * @returns {string} '64.0 MB from access.log in chunks of 65,536 bytes; 10 runs each, a process for each'
 */
function streamsHead(settings, rows) {
  const { input, chunkSize } = settings;
  const bytes = bytesOf(settings, rows);
  const source = inputName(input);
  let what = bytes === null ? source : sizeText(bytes) + (source && ` from ${source}`);
  // A function makes its chunks as it likes.
  if (what && chunkSize > 0 && source !== MADE) what += ` in chunks of ${countText(chunkSize)} bytes`;
  return `${what}${what && '; '}${runsText(settings)}`;
}

module.exports = { streamsHead };
