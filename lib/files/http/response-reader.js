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

const HEAD = 0;
const LENGTH = 1;
const UNTIL_CLOSE = 2;
const SIZE = 3;
const EXTENSION = 4;
const CHUNK = 5;
const CHUNK_END = 6;
const TRAILER = 7;

function hexDigit(byte) {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const quote = (bytes) => JSON.stringify(bytes.subarray(0, 40).latin1Slice());
const notHttp = (bytes) => new Error(`the response begins with ${quote(bytes)}, which is not HTTP/1.1`);

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
  let left = 0; // bytes of the body or the chunk; the size of a chunk, as far as read; letters of a trailer
  let digits = 0;

  const reader = { read, end, isReusable: true };

  /** The head ends at `to`; sets the state for what follows it. */
  function takeHead(head) {
    const [, minor, code] = /^HTTP\/1\.([01]) (\d\d\d)[ \r]/.exec(head) || [];
    if (code === undefined) throw notHttp(Buffer.from(head, 'latin1'));
    status = Number(code);
    if (status === 101) throw new Error('the response switches to another protocol');
    if (status < 200) return; // an interim one: the response itself follows
    let isChunked = false;
    let length = -1;
    reader.isReusable = minor === '1';
    FIELDS.lastIndex = 0;
    for (let field = FIELDS.exec(head); field !== null; field = FIELDS.exec(head)) {
      const value = field[2].toLowerCase();
      // Told by their lengths: 14, 17 and 10.
      if (field[1].length === 14) length = /^\d+[ \t]*$/.test(value) ? Number(value) : NaN;
      else if (field[1].length === 17) isChunked = isChunked || /(^|[ \t,])chunked[ \t]*$/.test(value);
      else if (value.includes('close')) reader.isReusable = false;
      else if (value.includes('keep-alive')) reader.isReusable = true;
    }
    if (Number.isNaN(length)) throw new Error('the response has a Content-Length that is no number');
    if (status === 204 || status === 304) {
      state = LENGTH;
      left = 0;
    } else if (isChunked) {
      state = SIZE;
      left = 0;
      digits = 0;
    } else if (length >= 0) {
      state = LENGTH;
      left = length;
    } else {
      state = UNTIL_CLOSE;
      reader.isReusable = false;
    }
  }

  /** What comes after the size of a chunk has been read. */
  function takeSize() {
    if (digits === 0) throw new Error('the response has a chunk without a size');
    state = left === 0 ? TRAILER : CHUNK;
  }

  /** Goes through chunks -> the position after the last byte, or -1 where more has to come. */
  function skipChunks(bytes, from) {
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
