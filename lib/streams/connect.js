'use strict';

/*
 * Source, contender and sink as one pipeline, in Node's form or the web's. What a contender is given is counted on its
 * own write(), or where a web source is pulled, and what it gives in the sink: no stream is put between, which would
 * take as long as a pass-through.
 */

const { Writable, pipeline } = require('stream');

const { isThenable } = require('../measure/user-calls');
const { createSource, NoInput } = require('./source');
const { sidesOf, isUsed } = require('./kinds');

// Captured at load: a contender may replace them.
const { WritableStream, AbortController } = globalThis;
const { defineProperty } = Object;
const { apply } = Reflect;
const all = Promise.all.bind(Promise);

const ignore = () => {};

/** What a factory gave in place of a stream, or a stream that was used before. */
class NoStream extends Error {
  constructor(given, isUsedBefore = false) {
    super('no stream');
    this.given = given;
    this.isUsedBefore = isUsedBefore;
  }
}

/** Counts what is written; what write() throws becomes an error of the stream, since it would end the process. */
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

const OF_TRANSFORMS = ['_transform', '_flush'];
const OF_WRITABLES = ['_write', '_writev'];

/**
 * Looks whether a stream calls the callback of each chunk once. Node tells of a second call only where no other chunk
 * is under way by then: it is taken for the answer to that one, and what comes out is wrong. It takes a closure for
 * each chunk, so that only runs that do not count are guarded.
 *
 * @param {object} stream of Node, or of the package readable-stream
 * @param {function(Error)} onTwice told of each call too many, which goes no further; the error has its place
 */
function guardCallbacks(stream, onTwice) {
  const names = typeof stream._transform === 'function' ? OF_TRANSFORMS : OF_WRITABLES;
  for (let i = 0; i < names.length; i++) {
    const method = stream[names[i]];
    if (typeof method !== 'function') continue;
    const value = function guarded(...given) {
      const last = given.length - 1;
      const callback = given[last];
      let isAnswered = false;
      given[last] = function answer(...answers) {
        if (isAnswered) {
          const error = new Error('callback called twice');
          error.code = 'ERR_MULTIPLE_CALLBACK';
          onTwice(error);
          return undefined;
        }
        isAnswered = true;
        return apply(callback, this, answers);
      };
      return apply(method, this, given);
    };
    defineProperty(stream, names[i], { value, configurable: true, writable: true });
  }
}

/** Whether chunks may be anything; streams of the oldest kind do not say. */
function givesObjects({ _readableState: state, readableObjectMode }) {
  return readableObjectMode === true || !state || state.objectMode === true;
}

/**
 * Which of source and contender failed: a pipeline hands the error of one on to all, and destroys them with it. An
 * error that nobody listens to would end the process, so this begins before anything else, and goes on after the end.
 */
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
    // Strings as they come: to turn them into bytes is work that nobody asked for.
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
    guardCallbacks(contender, (error) => {
      late = error;
      contender.destroy(error);
    });
  }
  if (writable) {
    try {
      streams[0] = source || await createSource(input, false, chunkSize, {});
    } catch (error) {
      // What it has opened would keep the process alive.
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
      // A stream that has failed before tells nobody again.
      if (failure.isThere) done(failure);
      else pipeline(streams, (error) => done(error ? { error, isOfSource: failure.isOfSource } : null));
    },
    destroy() {
      for (let i = 0; i < streams.length; i++) if (typeof streams[i].destroy === 'function') streams[i].destroy();
    },
  };
}

/** The pass-through of ours takes chunks of the kind that its source gives. */
async function connectOurs(test, input, chunkSize, hooks) {
  const source = await createSource(input, false, chunkSize, {});
  const contender = test.create({ objectMode: givesObjects(source) });
  return connectNode({ readable: contender, writable: contender }, input, chunkSize, hooks, source);
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
      // Both ends are looked at: a pair can fail on the one side and leave the other open.
      const pipes = [];
      if (source) pipes[0] = source.pipeTo(writable, { signal });
      if (sink) pipes[pipes.length] = readable.pipeTo(sink, { signal });
      open();
      all(pipes).then(() => done(null), (error) => done({ error, isOfSource: false }));
    },
    destroy() { controller.abort(); },
  };
}

/**
 * Makes all that one run needs, and starts nothing yet.
 *
 * @param {object} test as parseStreams made it
 * @param {object} settings { source, chunkSize }
 * @param {{ count: function(*, string=), see: function(*, string=), guards: boolean }} hooks called with each chunk
 *   that the contender is given, and each that it gives; encoding: of a string; guards: whether to look at its
 *   callbacks
 * @returns {Promise<{ isWeb, reads, gives, late, start, destroy }>} reads, gives: whether it takes chunks, and whether
 *   any come out; late(): the error of a callback called twice, also behind the end, or null; start(done): done(null)
 *   at the end, or done({ error, isOfSource }) where something went wrong; destroy(): ends it before
 * @throws {NoStream|NoInput} or what a factory throws
 */
async function connect(test, { source, chunkSize }, hooks) {
  if (test.isOurs) {
    return { isWeb: false, reads: true, gives: true, ...await connectOurs(test, source, chunkSize, hooks) };
  }
  const made = test.create();
  // Not always: a stream can fail before the next turn.
  const contender = isThenable(made) ? await made : made;
  const sides = sidesOf(contender);
  if (sides === null) throw new NoStream(contender);
  if (isUsed(sides)) throw new NoStream(contender, true);
  const { isWeb, readable, writable } = sides;
  const link = await (isWeb ? connectWeb : connectNode)(sides, source, chunkSize, hooks);
  return { isWeb, reads: writable !== null, gives: readable !== null, ...link };
}

module.exports = { connect, NoStream, NoInput };
