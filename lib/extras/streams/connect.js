'use strict';

/*
 * Connects source, contender and sink as one pipeline of Node or of the web. Input is counted in write() of the
 * contender, or when a web source is pulled, and output in the sink: a stream in between would cost a pass-through.
 */

const { Writable, pipeline } = require('stream');

const { isThenable } = require('../../core/measure/user-calls');
const { createSource, isUsed, findSides, NoInput } = require('./source');

// Captured at load: a contender may replace them.
const { WritableStream, AbortController } = globalThis;
const { assign, defineProperty } = Object;
const { apply } = Reflect;
const all = Promise.all.bind(Promise);

const ignore = () => {};

/** A factory returned another value, or a stream that was used before. */
class NoStream extends Error {
  constructor(given, isUsedBefore = false) {
    super('no stream');
    this.given = given;
    this.isUsedBefore = isUsedBefore;
  }
}

/** Counts written chunks. Exceptions of write() become errors of the stream, because they would end the process. */
function watchWrites(contender, count) {
  const { write } = contender;
  const value = function watchedWrite(chunk, encoding, callback) {
    count(chunk, encoding);
    try {
      return write.call(this, chunk, encoding, callback);
    } catch (error) {
      contender.destroy(error);
      return false;
    }
  };
  defineProperty(contender, 'write', { value, configurable: true, writable: true });
}

/**
 * Checks that a stream calls the callback of each chunk once. Node detects a second call only if no other chunk is in
 * progress; otherwise it takes the call for the callback of that chunk, and the output is wrong. The check needs a
 * closure for each chunk, so only trial runs have it. onTwice() is called for each further call, which is dropped.
 */
function guardCallbacks(stream, onTwice) {
  const names = typeof stream._transform === 'function' ? ['_transform', '_flush'] : ['_write', '_writev'];
  for (let i = 0; i < names.length; i++) {
    const method = stream[names[i]];
    if (typeof method !== 'function') continue;
    const value = function guarded(...given) {
      const last = given.length - 1;
      const callback = given[last];
      let isAnswered = false;
      given[last] = function answer(...answers) {
        if (isAnswered) return onTwice();
        isAnswered = true;
        return apply(callback, this, answers);
      };
      return apply(method, this, given);
    };
    defineProperty(stream, names[i], { value, configurable: true, writable: true });
  }
}

/** Also true for the oldest kind of streams, which do not declare it. */
const givesObjects = ({ _readableState: state, readableObjectMode }) =>
  readableObjectMode === true || !state || state.objectMode === true;

/** Records whether source or contender failed first. Never stops, because an unhandled error would end the process. */
function firstFailure(contender) {
  const failure = { isThere: false, error: null, isOfSource: false };
  const by = (isOfSource) => (error) => {
    if (failure.isThere || (isOfSource && contender.destroyed)) return;
    failure.isThere = true;
    failure.error = error;
    failure.isOfSource = isOfSource;
  };
  contender.on('error', by(false));
  failure.watchSource = (source) => source.on('error', by(true));
  return failure;
}

function nodeSink(contender, see) {
  return new Writable({
    // Converting strings would take time.
    decodeStrings: false,
    objectMode: givesObjects(contender),
    write(chunk, encoding, callback) {
      see(chunk, encoding);
      callback();
    },
  });
}

async function connectNode({ readable, writable }, input, chunkSize, { count, see, guards }, source = null) {
  const contender = readable || writable;
  const failure = firstFailure(contender);
  const streams = [];
  let late = null;
  if (guards && writable) {
    guardCallbacks(contender, () => {
      late = assign(new Error('callback called twice'), { code: 'ERR_MULTIPLE_CALLBACK' });
      contender.destroy(late);
    });
  }
  if (writable) {
    try {
      streams[0] = source || await createSource(input, false, chunkSize, {});
    } catch (error) {
      // Open files of the contender would keep the process alive.
      if (typeof contender.destroy === 'function') contender.destroy();
      throw error;
    }
    failure.watchSource(streams[0]);
    watchWrites(contender, count);
  }
  streams[streams.length] = contender;
  if (readable) streams[streams.length] = nodeSink(contender, see).on('error', ignore);
  return {
    late: () => late,
    start(done) {
      // A stream does not report an earlier failure again.
      if (failure.isThere) done(failure);
      else pipeline(streams, (error) => done(error ? { error, isOfSource: failure.isOfSource } : null));
    },
    destroy() {
      for (let i = 0; i < streams.length; i++) if (typeof streams[i].destroy === 'function') streams[i].destroy();
    },
  };
}

async function connectWeb({ readable, writable }, input, chunkSize, { count, see }) {
  let open;
  const started = new Promise((resolve) => { open = resolve; });
  const source = writable ? await createSource(input, true, chunkSize, { count, start: () => started }) : null;
  const sink = readable ? new WritableStream({ write(chunk) { see(chunk); } }) : null;
  const controller = new AbortController();
  const { signal } = controller;
  return {
    late: () => null,
    start(done) {
      const pipes = []; // watches both ends: a pair can fail on one side and leave the other one open
      if (source) pipes[0] = source.pipeTo(writable, { signal });
      if (sink) pipes[pipes.length] = readable.pipeTo(sink, { signal });
      open();
      all(pipes).then(() => done(null), (error) => done({ error, isOfSource: false }));
    },
    destroy() { controller.abort(); },
  };
}

/**
 * Creates the streams of one run without starting them.
 *
 * hooks: count and see are called with each chunk of input and output, and the encoding of a string; guards: whether to
 * check callbacks. Resolves to { isWeb, reads, gives: whether it has an input and an output, late(): the error of a
 * callback called twice, even after the end, or null, start(done): calls done(null) at the end, or done({ error,
 * isOfSource }), destroy(): ends it early }.
 *
 * @throws {NoStream|NoInput} or the exception of a factory
 */
async function connect(test, { source: input, chunkSize }, hooks) {
  if (test.isOurs) {
    // Our pass-through takes the kind of chunks that its source gives.
    const source = await createSource(input, false, chunkSize, {});
    const ours = test.create({ objectMode: givesObjects(source) });
    const link = await connectNode({ readable: ours, writable: ours }, input, chunkSize, hooks, source);
    return { isWeb: false, reads: true, gives: true, ...link };
  }
  const made = test.create();
  // Only promises are awaited: a stream can fail before the next turn.
  const contender = isThenable(made) ? await made : made;
  const sides = findSides(contender);
  if (sides === null) throw new NoStream(contender);
  if (isUsed(sides)) throw new NoStream(contender, true);
  const { isWeb, readable, writable } = sides;
  const link = await (isWeb ? connectWeb : connectNode)(sides, input, chunkSize, hooks);
  return { isWeb, reads: writable !== null, gives: readable !== null, ...link };
}

module.exports = { connect, NoStream, NoInput };
