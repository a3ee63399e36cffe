'use strict';

/*
 * Reads responses of HTTP/1.1 only as far as a load needs it: the status, and where the response ends. A reader is of
 * one connection, on which one request at a time is under way.
 */

// A server that sends 1000 headers is a benchmark of Node's own; this is one that never ends its head.
const LONGEST_HEAD = 16 << 20;

const FIELDS = /\r\n(content-length|transfer-encoding|connection)[ \t]*:[ \t]*([^\r\n]*)/gi;

const CR = 13;
const LF = 10;

// What is read: of a response, and of a body in chunks.
const [HEAD, LENGTH, UNTIL_CLOSE, CHUNKS] = [0, 1, 2, 3];
const [SIZE, EXTENSION, CHUNK, CHUNK_END, TRAILER] = [0, 1, 2, 3, 4];

function hexDigit(byte) {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const quote = (bytes) => JSON.stringify(bytes.subarray(0, 40).latin1Slice());
const notHttp = (bytes) => new Error(`the response begins with ${quote(bytes)}, which is not HTTP/1.1`);

/** What a head says; length: -1 where it says none. */
function parsedHead(head) {
  const [, minor, code] = /^HTTP\/1\.([01]) (\d\d\d)[ \r]/.exec(head) || [];
  if (code === undefined) throw notHttp(Buffer.from(head, 'latin1'));
  const found = { status: Number(code), length: -1, isChunked: false, isReusable: minor === '1' };
  if (found.status === 101) throw new Error('the response switches to another protocol');
  if (found.status < 200) return found;
  FIELDS.lastIndex = 0;
  for (let field = FIELDS.exec(head); field !== null; field = FIELDS.exec(head)) {
    const value = field[2].toLowerCase();
    // Told by their lengths: 14, 17 and 10.
    if (field[1].length === 14) found.length = /^\d+[ \t]*$/.test(value) ? Number(value) : NaN;
    else if (field[1].length === 17) found.isChunked = found.isChunked || /(^|[ \t,])chunked[ \t]*$/.test(value);
    else if (value.includes('close')) found.isReusable = false;
    else if (value.includes('keep-alive')) found.isReusable = true;
  }
  if (Number.isNaN(found.length)) throw new Error('the response has a Content-Length that is no number');
  return found;
}

/** Of one body in chunks: skip(bytes, from) -> the position after the last byte, or -1 where more has to come. */
function createChunks() {
  let state = SIZE;
  let left = 0; // bytes of the chunk; its size, as far as read; letters of a trailer
  let digits = 0;

  /** What comes after the size of a chunk has been read. */
  function takeSize() {
    if (digits === 0) throw new Error('the response has a chunk without a size');
    state = left === 0 ? TRAILER : CHUNK;
  }

  return function skip(bytes, from) {
    let at = from;
    while (at < bytes.length) {
      if (state === CHUNK) {
        const skipped = Math.min(left, bytes.length - at);
        at += skipped;
        left -= skipped;
        if (left === 0) state = CHUNK_END;
        continue;
      }
      const byte = bytes[at++];
      if (state === SIZE) {
        const digit = hexDigit(byte);
        if (digit >= 0) {
          left = left * 16 + digit;
          if (++digits > 13) throw new Error('the response has a chunk of more than 2^52 bytes');
        } else if (byte === LF) takeSize();
        else state = EXTENSION;
      } else if (state === EXTENSION) {
        if (byte === LF) takeSize();
      } else if (state === CHUNK_END) {
        if (byte === LF) {
          state = SIZE;
          left = 0;
          digits = 0;
        } else if (byte !== CR) throw new Error('the response has a chunk that is longer than its size');
      } else if (byte === LF) { // of a trailer
        if (left === 0) return at;
        left = 0;
      } else if (byte !== CR) left++;
    }
    return -1;
  };
}

/**
 * @returns {{ read: function(Buffer): number, end: function(): number, isReusable: boolean }} read gives the status
 *   where the bytes end the response, and else 0; it throws for what is no HTTP/1.1. end, for the end of the
 *   connection, gives the status where that ends the response, and else 0. isReusable: whether another request may
 *   follow.
 */
function createResponseReader() {
  let state = HEAD;
  let begun = null; // part of a head
  let status = 0;
  let left = 0; // bytes of the body
  let skipChunks = null;

  const reader = { read, end, isReusable: true };

  /** Sets the state for what follows the head. */
  function takeHead(head) {
    const { length, isChunked, isReusable, status: found } = parsedHead(head);
    status = found;
    if (status < 200) return; // an interim one: the response itself follows
    const isEmpty = status === 204 || status === 304;
    left = isEmpty ? 0 : length;
    state = isEmpty ? LENGTH : isChunked ? CHUNKS : length >= 0 ? LENGTH : UNTIL_CLOSE;
    if (state === CHUNKS) skipChunks = createChunks();
    reader.isReusable = isReusable && state !== UNTIL_CLOSE;
  }

  function read(received) {
    let bytes = received;
    let at = 0;
    while (state === HEAD) {
      if (begun !== null) {
        bytes = Buffer.concat([begun, bytes]);
        begun = null;
      }
      const headEnd = bytes.indexOf('\r\n\r\n', at, 'latin1');
      if (headEnd < 0) {
        // Without waiting for the end of a head that may never come.
        if (bytes.length - at >= 5 && bytes.latin1Slice(at, at + 5) !== 'HTTP/') throw notHttp(bytes.subarray(at));
        if (bytes.length - at > LONGEST_HEAD) {
          throw new Error(`the response has a head of more than ${LONGEST_HEAD >> 20} MB`);
        }
        // A copy: the bytes are the connection's, which uses them again.
        begun = Buffer.from(bytes.subarray(at));
        return 0;
      }
      takeHead(bytes.latin1Slice(at, headEnd + 2));
      at = headEnd + 4;
    }
    if (state === UNTIL_CLOSE) return 0;
    if (state === LENGTH) {
      const skipped = Math.min(left, bytes.length - at);
      left -= skipped;
      at += skipped;
      if (left > 0) return 0;
    } else {
      at = skipChunks(bytes, at);
      if (at < 0) return 0;
    }
    if (at < bytes.length) {
      throw new Error(`the response is followed by ${quote(bytes.subarray(at))}, which nobody has asked for`);
    }
    state = HEAD;
    return status;
  }

  function end() {
    return state === UNTIL_CLOSE ? status : 0;
  }

  return reader;
}

module.exports = { createResponseReader };
