'use strict';

/*
 * Streams and chunks of any kind, and the input of one run as a stream of Node or of the web: an adapter would cost a
 * third of the speed of a pass-through. Everything here happens before the timing. Streams are recognized by methods
 * instead of classes: they come from readable-stream, from other realms, or are written by hand.
 */

const fs = require('fs');
const { Readable } = require('stream');

const { orNull } = require('../../base/host/fs-queries');
const { describeThrown, show } = require('../../base/text/show');

// Captured at load: a contender may replace them.
const { min } = Math;
const { createReadStream, promises: { open } } = fs;
const { ReadableStream } = globalThis;
const fromWeb = Readable.fromWeb;
const fromIterable = Readable.from;
const { asyncIterator, iterator } = Symbol;
const bufferFrom = Buffer.from;
const { isView } = ArrayBuffer;
const { byteLength } = Buffer;
const { isAnyArrayBuffer } = require('util').types;

/** @returns {number} bytes of a chunk, NaN for an object without bytes */
function countBytes(chunk, encoding) {
  if (isView(chunk)) return chunk.byteLength;
  if (typeof chunk === 'string') return byteLength(chunk, typeof encoding === 'string' ? encoding : 'utf8');
  return isAnyArrayBuffer(chunk) ? chunk.byteLength : NaN;
}

const isFunction = (value) => typeof value === 'function';
const isObject = (value) => value !== null && (typeof value === 'object' || isFunction(value));
const has = (value, method, other) => isObject(value) && isFunction(value[method]) && isFunction(value[other]);

function isNodeReadable(value) {
  const { _writableState: writing, _readableState: reading } = value;
  // A Writable inherits pipe(), which throws.
  return has(value, 'pipe', 'on') && (!writing || (Boolean(reading) && reading.readable !== false));
}

function isNodeWritable(value) {
  const { _writableState: writing, _readableState: reading } = value;
  return has(value, 'write', 'end') && isFunction(value.on)
    && (!reading || (Boolean(writing) && writing.writable !== false));
}

const isWebReadable = (value) => has(value, 'getReader', 'pipeTo');
const isWebWritable = (value) => has(value, 'getWriter', 'abort');

/** The sides of a stream: null for a missing one, the same object for a Node duplex. null for other values. */
function findSides(value) {
  if (!isObject(value)) return null;
  if (isWebReadable(value)) return { isWeb: true, readable: value, writable: null };
  if (isWebWritable(value)) return { isWeb: true, readable: null, writable: value };
  const reads = isNodeReadable(value);
  const writes = isNodeWritable(value);
  if (reads || writes) return { isWeb: false, readable: reads ? value : null, writable: writes ? value : null };
  const { readable, writable } = value;
  return isWebReadable(readable) && isWebWritable(writable) ? { isWeb: true, readable, writable } : null;
}

const isStream = (value) => orNull(() => findSides(value)) !== null;

/** Only the rest of a used stream would be measured. */
function isUsed({ isWeb, readable, writable }) {
  if (isWeb) return Boolean(readable?.locked || writable?.locked);
  return Boolean(readable?.destroyed || readable?.readableEnded || writable?.destroyed || writable?.writableEnded);
}

/** There is no input, or it failed; the contender is not to blame. */
class NoInput extends Error {}

/** Errors of a step are errors of the input. */
async function ofInput(step) {
  try {
    return await step();
  } catch (error) {
    throw error instanceof NoInput
      ? error : new NoInput(`the input failed: ${describeThrown(error)}`, { cause: error });
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

function give(controller, { done, value }, count) {
  if (done) {
    controller.close();
    return;
  }
  count(value);
  controller.enqueue(value);
}

function webOfSlices(slices, { count, start }) {
  let next = 0;
  return new ReadableStream({
    start,
    pull(controller) {
      const slice = slices[next++];
      give(controller, { done: slice === undefined, value: slice }, count);
    },
  });
}

/** next() resolves to { done, value }. */
const webOfSteps = (next, cancel, { count, start }) => new ReadableStream({
  start, cancel,
  async pull(controller) {
    give(controller, await ofInput(next), count);
  },
});

async function webOfFile({ path }, chunkSize, hooks) {
  const handle = await open(path);
  const close = () => handle.close();
  async function next() {
    const chunk = new Uint8Array(chunkSize);
    const { bytesRead } = await handle.read(chunk, 0, chunkSize);
    if (bytesRead === 0) await close();
    return { done: bytesRead === 0, value: bytesRead < chunkSize ? chunk.subarray(0, bytesRead) : chunk };
  }
  return webOfSteps(next, close, hooks);
}

/** Accepts any iterable, including streams of both kinds. */
function webOfIterable(given, hooks) {
  const steps = given[asyncIterator] ? given[asyncIterator]() : given[iterator]();
  return webOfSteps(() => steps.next(), async (reason) => { if (steps.return) await steps.return(reason); }, hooks);
}

const isIterable = (value) =>
  isObject(value) && !isFunction(value) && (isFunction(value[asyncIterator]) || isFunction(value[iterator]));

async function givenBy({ create }) {
  const given = await create();
  // Iterating these would give single bytes.
  if (typeof given === 'string') return { data: bufferFrom(given) };
  if (isView(given)) return { data: bufferFrom(given.buffer, given.byteOffset, given.byteLength) };
  const sides = findSides(given);
  if (sides ? !sides.readable : !isIterable(given)) {
    throw new NoInput(`the input function returned ${show(given)}. Return a readable stream or an iterable`);
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
 * hooks: of a web stream: nothing is pulled until the promise of start() resolves, and count() receives each chunk.
 * Chunks of Node streams are counted when they are written. Throws NoInput if the input cannot be created.
 */
function createSource(input, isWeb, chunkSize, hooks) {
  if (input === null) throw new NoInput('it needs an input. Pass one in the "input" setting');
  return ofInput(() => sourceOf(input, isWeb, chunkSize, hooks));
}

module.exports = { countBytes, createSource, isStream, isUsed, findSides, NoInput };
