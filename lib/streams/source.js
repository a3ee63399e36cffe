'use strict';

/*
 * The input of one run as a stream, in Node's form or the web's: no adapter stands between an input of ours and a
 * contender, for one costs a third of the speed of a pass-through. Everything that can be made before is made here,
 * outside of the time.
 */

const fs = require('fs');
const { Readable } = require('stream');

const { describe, show } = require('../text/show');
const { sidesOf } = require('./kinds');

// Captured at load: a contender may replace them.
const { min } = Math;
const { createReadStream, promises: { open } } = fs;
const { ReadableStream } = globalThis;
const fromWeb = Readable.fromWeb;
const fromIterable = Readable.from;
const { asyncIterator, iterator } = Symbol;
const bufferFrom = Buffer.from;
const { isView } = ArrayBuffer;

/** There is no input, or it failed: what the contender does has no part in it. */
class NoInput extends Error {}

const failed = (error) =>
  (error instanceof NoInput ? error : new NoInput(`the input failed: ${describe(error)}`, { cause: error }));

/** A step of a source whose failure is told as its own. */
async function ofInput(step) {
  try {
    return await step();
  } catch (error) {
    throw failed(error);
  }
}

function slicesOf(data, chunkSize) {
  const slices = [];
  for (let at = 0; at < data.length; at += chunkSize) {
    slices[slices.length] = data.subarray(at, min(at + chunkSize, data.length));
  }
  return slices;
}

function nodeOfSlices(slices) {
  let next = 0;
  return new Readable({
    read() { this.push(next < slices.length ? slices[next++] : null); },
  });
}

function webOfSlices(slices, { count, start }) {
  let next = 0;
  return new ReadableStream({
    start,
    pull(controller) {
      if (next === slices.length) {
        controller.close();
        return;
      }
      const slice = slices[next++];
      count(slice);
      controller.enqueue(slice);
    },
  });
}

async function webOfFile({ path }, chunkSize, { count, start }) {
  const handle = await open(path);
  return new ReadableStream({
    start,
    async pull(controller) {
      const chunk = new Uint8Array(chunkSize);
      const { bytesRead } = await ofInput(() => handle.read(chunk, 0, chunkSize));
      if (bytesRead === 0) {
        await handle.close();
        controller.close();
        return;
      }
      const slice = bytesRead < chunkSize ? chunk.subarray(0, bytesRead) : chunk;
      count(slice);
      controller.enqueue(slice);
    },
    cancel() { return handle.close(); },
  });
}

/** The web's stream of whatever can be iterated; streams of both kinds can. */
function webOfIterable(given, { count, start }) {
  const steps = given[asyncIterator] ? given[asyncIterator]() : given[iterator]();
  return new ReadableStream({
    start,
    async pull(controller) {
      const { done, value } = await ofInput(() => steps.next());
      if (done) {
        controller.close();
        return;
      }
      count(value);
      controller.enqueue(value);
    },
    async cancel(reason) { if (steps.return) await steps.return(reason); },
  });
}

const isIterable = (value) => value !== null && typeof value === 'object'
  && (typeof value[asyncIterator] === 'function' || typeof value[iterator] === 'function');

async function givenBy({ create }) {
  const given = await create();
  // One chunk after the other of them, and not one byte.
  if (typeof given === 'string') return { data: bufferFrom(given) };
  if (isView(given)) return { data: bufferFrom(given.buffer, given.byteOffset, given.byteLength) };
  const sides = sidesOf(given);
  if (sides ? !sides.readable : !isIterable(given)) {
    throw new NoInput(`the function that is the input gave ${show(given)}: a stream to read from, or what can be ` +
      'iterated, is needed');
  }
  return { given, sides };
}

async function sourceOf(input, isWeb, chunkSize, hooks) {
  if (input.kind === 'file') {
    return isWeb ? webOfFile(input, chunkSize, hooks) : createReadStream(input.path, { highWaterMark: chunkSize });
  }
  const { data, given, sides } = input.kind === 'bytes' ? input : await givenBy(input);
  if (data) {
    const slices = slicesOf(data, chunkSize);
    return isWeb ? webOfSlices(slices, hooks) : nodeOfSlices(slices);
  }
  if (isWeb) return webOfIterable(given, hooks);
  if (sides === null) return fromIterable(given);
  return sides.isWeb ? fromWeb(sides.readable) : sides.readable;
}

/**
 * @param {object|null} input as inputOf made it
 * @param {boolean} isWeb in which form
 * @param {number} chunkSize bytes
 * @param {{ count: function(*), start: function(): Promise }} hooks of a web stream, which would pull its first chunk
 *   before anybody reads: count() is told each chunk (those of Node's are counted where they are written), and
 *   nothing is pulled until the promise of start() is there
 * @returns {Promise<Readable|ReadableStream>}
 * @throws {NoInput} where there is none, or none can be made
 */
function createSource(input, isWeb, chunkSize, hooks) {
  if (input === null) throw new NoInput('it takes an input, and there is none; give one as the setting input');
  return ofInput(() => sourceOf(input, isWeb, chunkSize, hooks));
}

module.exports = { createSource, NoInput };
