'use strict';

/*
 * A run that is not timed: what comes out is compared with what should. A hash is made of it chunk by chunk; only a
 * check of the user's needs all of it at once.
 */

const { createHash } = require('crypto');

const { describe } = require('../text/show');
const { grouped } = require('../text/numbers');
const { errorOfFailure, rowError } = require('../text/row-error');
const { connect } = require('./connect');
const { bytesOf } = require('./count');
const { createEnding, streamError } = require('./ending');

// As much as is kept for a check; a hash goes on for ever.
const LIMIT_BYTES = 2 ** 30;

const wrong = (message, more) => rowError('wrong-output', message, more);

/** Takes the output, chunk by chunk, for what the test is checked by. */
class Output {
  constructor({ check, hash }, limitBytes) {
    this.hash = hash && createHash(hash.algorithm);
    this.chunks = check ? [] : null;
    this.limitBytes = limitBytes;
    this.bytes = 0;
    this.hasObjects = false;
    this.isOver = false;
  }

  add(chunk, encoding) {
    const bytes = bytesOf(chunk, encoding);
    if (bytes >= 0) this.bytes += bytes;
    else this.hasObjects = true;
    if (this.hash && bytes >= 0) {
      this.hash.update(typeof chunk === 'string' ? bufferOf(chunk, encoding) : viewOf(chunk));
    }
    if (!this.chunks || this.isOver) return;
    this.chunks.push(chunk instanceof ArrayBuffer || typeof chunk === 'string' ? bufferOf(chunk, encoding) : chunk);
    if (this.bytes > this.limitBytes) {
      this.isOver = true;
      this.chunks.length = 0;
    }
  }

  /** All of it: a Buffer, or the chunks where one of them has no bytes. */
  whole() {
    return this.hasObjects ? this.chunks : Buffer.concat(this.chunks.map(viewOf), this.bytes);
  }
}

const bufferOf = (chunk, encoding) => (typeof chunk === 'string'
  ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : Buffer.from(chunk));
const viewOf = (chunk) =>
  (ArrayBuffer.isView(chunk) ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.from(chunk));

function wrongHash(output, { algorithm, hex }) {
  if (output.hasObjects) {
    return wrong(`its chunks have no bytes that a ${algorithm} could be made of; give a function as check`);
  }
  const got = output.hash.digest('hex');
  return got === hex ? null : wrong(`expected the ${algorithm} ${hex}, got ${got} of ${grouped(output.bytes)} bytes`);
}

async function wrongByCheck(output, { check, name }) {
  if (output.isOver) {
    return wrong(`gave more than the ${grouped(output.limitBytes)} bytes that are kept for a check; give its ` +
      'hash instead');
  }
  const amount = output.hasObjects ? `${grouped(output.chunks.length)} chunks` : `${grouped(output.bytes)} bytes`;
  try {
    return await check(output.whole(), name) === false ? wrong(`check returned false for ${amount}`) : null;
  } catch (error) {
    const { stack, at } = errorOfFailure({ stage: 'test', error }, 'sync', null);
    return wrong(`check of ${amount} threw ${describe(error)}`, { stack, at });
  }
}

/**
 * Whether a stream gives what it should.
 *
 * @param {object} test as parseStreams made it
 * @param {object} settings { source, chunkSize }
 * @param {object} [deps] for tests: limitBytes, and ending as createEnding takes it
 * @returns {Promise<object|null>} error of a row; null where the output is right, or where there is nothing to check.
 *   Never rejects
 */
async function checkStream(test, settings, { limitBytes = LIMIT_BYTES, ending: endingDeps } = {}) {
  if (!test.check && !test.hash) return null;
  const output = new Output(test, limitBytes);
  const ending = createEnding(test.timeoutSeconds, endingDeps);
  let stage = 'factory';
  let link = null;
  try {
    link = await ending.guard(connect(test, settings,
      { count() {}, see(chunk, encoding) { output.add(chunk, encoding); } }));
    stage = 'test';
    // What is meant for all has no word for one without an output.
    if (!link.gives) return test.isNamed ? wrong('gives no output that could be checked') : null;
    const failure = await ending.guard(new Promise((resolve) => { link.start(resolve); }));
    if (failure) return streamError(failure.error, stage, failure.isOfSource);
    stage = 'check';
    return (test.hash && wrongHash(output, test.hash))
      || (test.check && await ending.guard(wrongByCheck(output, test))) || null;
  } catch (error) {
    return streamError(error, stage);
  } finally {
    ending.stop();
    if (link) link.destroy();
  }
}

module.exports = { checkStream };
