'use strict';

/* Untimed runs of a stream: a run that checks its output, and the runs of a counted process. */

const { createHash } = require('crypto');
const { isAnyArrayBuffer } = require('util').types;

const { mark, startCounting, watchHelpers } = require('../../base/host/process-probes');
const { describeThrown } = require('../../base/text/show');
const { formatCount } = require('../../base/text/numbers');
const { toRowError, createRowError } = require('../../base/text/row-error');
const { createFailedRow, createEmptyRow } = require('../../core/estimate/row');
const { createEmptyInputError, runToEnd, withStream } = require('./ending');

const LIMIT_BYTES = 2 ** 30; // maximum output that is kept for a check; a hash needs no limit

const wrong = (message, more) => createRowError('wrong-output', message, more);

/** A Buffer with the bytes of a chunk; null for an object without bytes. */
function bufferOf(chunk, encoding) {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding);
  if (ArrayBuffer.isView(chunk)) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return isAnyArrayBuffer(chunk) ? Buffer.from(chunk) : null;
}

class Output {
  constructor({ check, hash }, limitBytes) {
    this.hash = hash && createHash(hash.algorithm);
    this.chunks = check ? [] : null;
    this.limitBytes = limitBytes;
    this.bytes = 0;
    this.hasObjects = false;
  }

  get isOver() { return this.bytes > this.limitBytes; }

  add(chunk, encoding) {
    const buffer = bufferOf(chunk, encoding);
    if (buffer) this.bytes += buffer.length;
    else this.hasObjects = true;
    if (this.hash && buffer) this.hash.update(buffer);
    if (!this.chunks) return;
    if (this.isOver) this.chunks.length = 0;
    else this.chunks.push(buffer && !ArrayBuffer.isView(chunk) ? buffer : chunk);
  }

  /** A Buffer, or the chunks if one of them has no bytes. */
  whole() {
    return this.hasObjects ? this.chunks : Buffer.concat(this.chunks.map((chunk) => bufferOf(chunk)), this.bytes);
  }
}

function wrongHash(output, { algorithm, hex }) {
  if (output.hasObjects) {
    return wrong(`its chunks are objects, which have no ${algorithm}. Pass a function as check`);
  }
  const got = output.hash.digest('hex');
  return got === hex ? null
    : wrong(`expected the ${algorithm} ${hex}, got ${got} for ${formatCount(output.bytes)} bytes`);
}

async function wrongByCheck(output, { check, name }) {
  if (output.isOver) {
    const limit = formatCount(output.limitBytes);
    return wrong(`produced more than ${limit} bytes, the limit of a check. Use a hash instead`);
  }
  const amount = output.hasObjects ? `${formatCount(output.chunks.length)} chunks`
    : `${formatCount(output.bytes)} bytes`;
  try {
    return await check(output.whole(), name) === false ? wrong(`check returned false for ${amount}`) : null;
  } catch (error) {
    const { stack, at } = toRowError({ stage: 'test', error }, 'sync', null);
    return wrong(`check of ${amount} threw ${describeThrown(error)}`, { stack, at });
  }
}

/** Returns the error of a row, or null. A check function receives the whole output at once. Never rejects. */
async function checkStream(test, settings, { limitBytes = LIMIT_BYTES, ending } = {}) {
  if (!test.check && !test.hash) return null;
  const output = new Output(test, limitBytes);
  const hooks = { count() {}, see(chunk, encoding) { output.add(chunk, encoding); } };
  return withStream(test, settings, { hooks, ending }, async (run) => {
    // A general check does not apply to a stream without output.
    if (!run.link.gives) return test.isNamed ? wrong('produces no output to check') : null;
    const error = await runToEnd(run);
    if (error) return error;
    run.stage = 'check';
    return (test.hash && wrongHash(output, test.hash))
      || (test.check && await run.guard(wrongByCheck(output, test))) || null;
  });
}

const SLOWER = 100; // Valgrind slows a run down by this factor

/** Does not read the clock or memory, because a slow process would do so more often. */
function runOnce(test, settings, ending) {
  let chunks = 0;
  const hooks = { guards: false, count() { chunks++; }, see() {} };
  return withStream(test, settings, { hooks, seconds: test.timeoutSeconds * SLOWER, ending }, async (run) => (
    await runToEnd(run) || (run.link.reads && chunks === 0 ? createEmptyInputError() : null)));
}

async function repeatRun(count, ...given) {
  for (let i = 0; i < count; i++) {
    const error = await runOnce(...given);
    if (error) return error;
  }
  return null;
}

/** As inParts in counts/count-calls.js: the first two marks measure the cost of a mark. */
async function runInParts({ calls, parts }, ...given) {
  if (parts === 0) return repeatRun(calls, ...given);
  mark();
  mark();
  for (let i = 0; i < parts; i++) {
    const error = await repeatRun(calls, ...given);
    if (error) return error;
    mark();
  }
  return null;
}

/** Runs a stream in a counted process. Never rejects. Results: see session/test-strategy.js. */
async function countRuns(test, settings, { counts }, { ending } = {}) {
  const failed = (error) => ({ row: createFailedRow(test.name, 1, error) });
  try {
    if (counts.pipes) await startCounting(counts.pipes);
  } catch ({ message }) {
    return failed(createRowError('threw', message));
  }
  const unready = await repeatRun(counts.warmUp, test, settings, ending);
  if (unready) return failed(unready);
  const helpers = watchHelpers();
  const error = await runInParts(counts, test, settings, ending);
  const found = helpers.found();
  if (error) return failed(error);
  // Each run allocates its streams.
  const counted = { kind: 'stream', form: null, tiers: { loop: null, test: null }, collects: true, ...found };
  return { row: createEmptyRow(test.name, 1), counted };
}

module.exports = { checkStream, countRuns };
