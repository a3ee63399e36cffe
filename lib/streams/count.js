'use strict';

/* Counts chunks and their bytes. It runs for each chunk: a class of few fields, and no allocation. */

// Captured at load: a contender may replace them.
const { isView } = ArrayBuffer;
const { byteLength } = Buffer;
const { isAnyArrayBuffer } = require('util').types;

/** @returns {number} bytes of a chunk, NaN where it has none (any object) */
function bytesOf(chunk, encoding) {
  if (isView(chunk)) return chunk.byteLength;
  if (typeof chunk === 'string') return byteLength(chunk, typeof encoding === 'string' ? encoding : 'utf8');
  return isAnyArrayBuffer(chunk) ? chunk.byteLength : NaN;
}

class Counter {
  chunks = 0;

  bytes = 0;

  add(chunk, encoding) {
    this.chunks++;
    this.bytes += bytesOf(chunk, encoding);
  }

  /** @returns {number|null} null where a chunk had none */
  get bytesOrNull() { return this.bytes >= 0 ? this.bytes : null; }
}

module.exports = { Counter, bytesOf };
