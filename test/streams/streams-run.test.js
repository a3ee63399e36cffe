'use strict';

const { expect } = require('chai');
const { fork } = require('child_process');
const path = require('path');
const { PassThrough, Readable, Transform, Writable } = require('stream');
const { createClock } = require('#lib/base/host/clock');
const { runStream } = require('#lib/extras/streams/run');
const { parseStreams } = require('#lib/extras/streams/suite');
const { resolveStreamSettings } = require('#lib/extras/streams/settings');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { scratchFolder } = require('../helpers/scratch');

const clock = createClock();
const BYTES = Buffer.alloc(10000, 'abcdefghij');
// Full collections take 10 ms each; one test has them.
const DOORS = { clock, kept: async () => 0 };

function run(create, options, deps, how = { collects: true }) {
  const settings = resolveStreamSettings(
    {}, { input: BYTES, chunkSize: 4096, reference: false, timeout: 20, ...options });
  return runStream(parseStreams({ it: create }, settings)[0], settings, { ...DOORS, ...deps }, how);
}

/** What went in and came out: [bytesIn, chunksIn, bytesOut, chunksOut] */
async function amounts(create, options) {
  const { error, stream } = await run(create, options);
  expect(error).to.equal(null);
  return [stream.bytesIn, stream.chunksIn, stream.bytesOut, stream.chunksOut];
}

const boom = () => { throw new Error('boom'); };
const transform = (call, more) => () => new Transform({ transform: call, ...more });
const through = transform((chunk, encoding, callback) => callback(null, chunk));
// A stream of Node, and one of the web
const BOTH = [through, () => new TransformStream()];
const webOf = (chunk) => () => new ReadableStream({
  start(controller) {
    controller.enqueue(chunk);
    controller.close();
  },
});

describe('a run of a stream', () => {
  const scratch = scratchFolder();

  describe('counts bytes and chunks', () => {
    const twoWays = [10000, 3, 10000, 3];
    for (const [name, create, expected] of [
      ['a Transform', through, twoWays],
      ['a Writable', () => new Writable({ write(chunk, encoding, callback) { setImmediate(callback); } }),
        [10000, 3, null, null]],
      ['a Readable', () => Readable.from([Buffer.alloc(7), Buffer.alloc(5)], { objectMode: false }),
        [null, null, 12, 2]],
      ['strings', () => new PassThrough().setEncoding('hex'), [10000, 3, 20000, 3]],
      ['letters of two bytes', () => Readable.from(['\u00e4\u00f6', 'x']), [null, null, 5, 2]],
      ['objects', transform((chunk, encoding, callback) => callback(null, { chunk }), { readableObjectMode: true }),
        [10000, 3, null, 3]],
      ['a TransformStream', () => new TransformStream(), twoWays],
      ['a WritableStream', () => new WritableStream(), [10000, 3, null, null]],
      ['a pair of web streams', () => {
        const { readable, writable } = new TransformStream();
        return { readable, writable };
      }, twoWays],
    ]) {
      it(`of ${name}`, async () => expect(await amounts(create)).to.deep.equal(expected));
    }
  });

  describe('reads as its input', () => {
    async function* steps() { yield 'ab'; yield 'c'; }
    for (const [name, inputOf, expected] of [
      ['a Readable', () => () => Readable.from([Buffer.from('abc')], { objectMode: false }), [3, 1]],
      ['a ReadableStream', () => webOf(new Uint8Array(5)), [5, 1]],
      ['an iterable', () => steps, [3, 2]],
      ['an array', () => () => ['abcd'], [4, 1]],
      ['bytes, in chunks', () => () => Buffer.alloc(5000), [5000, 2]],
      ['a promise of one of these', () => async () => BYTES, [10000, 3]],
      ['a file, in chunks', () => scratch('input.txt', BYTES.toString()), [10000, 3]],
    ]) {
      it(name, async () => {
        for (const create of BOTH) {
          expect((await amounts(create, { input: inputOf() })).slice(0, 2)).to.deep.equal(expected);
        }
      });
    }
  });

  it('gives a row of bench with figures of the stream', async () => {
    const row = await run(through);
    const empty = createEmptyRow('it', 1);
    expect(Object.keys(row).sort()).to.deep.equal(Object.keys(empty).sort());
    expect(row).to.include(
      { name: 'it', verdict: 'unresolved', kind: 'stream', ops: 1, calls: 1, rounds: 1, error: null,
        itemsPerSecond: null });
    expect(row.nsPerCall).to.be.above(0);
    expect(row.bytesPerSecond).to.be.closeTo(10000 / (row.nsPerCall / 1e9), 1);
    expect(row.results).to.deep.include({ count: 1, runs: 1 });
    expect(row.results.avg).to.be.closeTo(1e9 / row.nsPerCall, 1e-6);
    expect(JSON.parse(JSON.stringify(row))).to.deep.equal(row);
    const { stream } = row;
    expect(stream.firstByteNs).to.be.within(1, row.nsPerCall);
    expect(stream.peakRssBytes).to.be.above(1e7);
    expect(stream.meanRssBytes).to.be.within(1e7, stream.peakRssBytes);
    expect(stream.rssSamples).to.be.at.least(2);
    expect(stream.samplerShare).to.be.within(0, 1);
    expect(stream.heapGrowthBytes).to.be.a('number');
    expect(stream).to.include({ runs: 1, bytesPerSecondLow: null, bytesPerSecondHigh: null, moreRuns: null });
    expect((stream.userShare + stream.systemShare) * row.nsPerCall).to.be.closeTo(row.cpuNsPerCall, 1);
  });

  it('counts retained buffers as growth of the heap', async () => {
    const retained = [];
    const { stream } = await run(transform((chunk, encoding, callback) => {
      retained.push(Buffer.alloc(3e6, 1));
      callback(null, chunk);
    }), {}, { kept: undefined });
    expect(stream.heapGrowthBytes).to.be.within(7e6, 12e6);
  });

  it('collects only on request', async () => {
    const kept = () => expect.fail('collected');
    expect((await run(through, {}, { kept }, { collects: false })).stream.heapGrowthBytes).to.equal(null);
  });

  it('of the pass-through takes what its input gives', async () => {
    for (const [input, expected] of [
      [() => [{}, {}, {}], [null, 3]],
      [() => Readable.from([BYTES], { objectMode: false }), [10000, 1]],
      [BYTES, [10000, 3]],
    ]) {
      const { error, stream } = await run(through, { input, reference: true }, {}, { collects: false });
      expect([error, stream.bytesOut, stream.chunksOut]).to.deep.equal([null, ...expected]);
    }
  });

  describe('that is guarded sees a callback called twice', () => {
    const guarded = (create, deps) => run(create, {}, deps, { collects: Boolean(deps), guards: true });
    for (const [name, call] of [
      ['at once', (chunk, encoding, callback) => {
        callback(null, chunk);
        callback();
      }],
      ['while another chunk is under way', (chunk, encoding, callback) => {
        setImmediate(callback, null, chunk);
        setImmediate(callback);
      }],
    ]) {
      it(name, async () => {
        const writable = () => new Writable({ write(chunk, encoding, callback) { call(chunk, encoding, callback); } });
        for (const create of [transform(call), writable]) {
          const { verdict, error } = await guarded(create);
          expect({ verdict, code: error.code }).to.deep.equal({ verdict: 'failed', code: 'called-twice' });
          // A timer calls it without anything of the stream on the stack.
          if (name === 'at once') expect(error.at).to.include('streams-run.test.js');
        }
      });
    }

    it('after the last chunk', async () => {
      const create = transform((chunk, encoding, callback) => callback(null, chunk), {
        flush(callback) {
          callback();
          setImmediate(callback);
        },
      });
      const kept = () => new Promise((resolve) => { setImmediate(() => setImmediate(resolve, 0)); });
      expect((await guarded(create, { kept })).error.code).to.equal('called-twice');
    });
  });

  it('has the collections within its time', async () => {
    const { collections, nsPerCall } = await run(() => new Transform({
      transform(chunk, encoding, callback) {
        for (let i = 0; i < 3e4; i++) this.left = { i, at: [i] };
        for (let i = 0; i < 4; i++) this.kept = Buffer.alloc(1e6);
        callback(null, chunk);
      },
    }), { chunkSize: 400 });
    expect(collections.count).to.be.above(0);
    expect(collections.seconds).to.be.within(1e-6, nsPerCall / 1e9);
    expect(collections.share).to.be.closeTo(collections.seconds * 1e9 / nsPerCall, 1e-9);
  });

  describe('that fails', () => {
    const TWICE = 'called the callback of one chunk twice; _transform, _write and _flush must call it once';
    for (const [name, create, message, code = 'threw'] of [
      ['whose factory throws', boom, 'factory: Error: boom'],
      ['whose factory rejects', async () => boom(), 'factory: Error: boom'],
      ['that is no stream', () => ({}), 'its factory returned {}, which is not a stream', 'no-stream'],
      ['that throws when it is read',
        () => new Proxy({}, { get: (target, key) => (key === 'then' ? undefined : boom()) }), 'factory: Error: boom'],
      ['that was used before', () => through().destroy(),
        'its factory returned a used stream. Each run needs a new stream', 'no-stream'],
      ['with an error for its callback', transform((chunk, encoding, callback) => callback(new Error('boom'))),
        'Error: boom'],
      ['that emits an error before it runs', () => {
        const stream = through();
        process.nextTick(() => stream.emit('error', new Error('boom')));
        return stream;
      }, 'Error: boom'],
      ['that is destroyed', transform(function destroy() { this.destroy(); }),
        'closed before its end: it was destroyed early, or closed without push(null)', 'premature-close'],
      ['that calls back twice', transform((chunk, encoding, callback) => {
        callback();
        callback();
      }), TWICE, 'called-twice'],
      ['of the web, that throws', () => new TransformStream({ transform: boom }), 'Error: boom'],
      ['of the web, that throws nothing', () => new TransformStream({ transform() { throw null; } }), 'null'],
      ['of the web, on one side',
        () => ({ readable: new ReadableStream(), writable: new WritableStream({ write: boom }) }), 'Error: boom'],
      ['of the web, with the message of another error', () => new DecompressionStream('gzip'),
        'Error: incorrect header check'],
    ]) {
      it(`one ${name}`, async () => {
        const row = await run(create);
        expect(row).to.include({ verdict: 'failed', kind: 'stream', nsPerCall: null, stream: null });
        expect(row.error).to.include({ code, message });
        if (message === 'Error: boom') expect(row.error.at).to.match(/^test.streams.streams-run\.test\.js:\d+:\d+$/);
      });
    }
  });

  describe('whose input fails', () => {
    for (const [name, input, message] of [
      ['is missing', null, /^it needs an input. Pass one in the "input" setting$/],
      ['throws', boom, /^the input failed: Error: boom$/],
      ['is no stream', () => 5, /^the input function returned 5\. Return a readable stream or an iterable/],
      ['can only be written to', () => new Writable({ write() {} }),
        /^the input function returned Writable .*\. Return a readable stream/],
      ['has nothing', () => [], /^the input ended before it produced any data$/],
      ['breaks off', async function* steps() { yield 'a'; boom(); }, /^the input failed: Error: boom$/],
    ]) {
      it(`because it ${name}`, async () => {
        for (const create of BOTH) {
          const { error } = await run(create, { input });
          expect(error.code).to.equal('no-input');
          expect(error.message).to.match(message);
        }
      });
    }

    it('leaves no stream open, and does not fail a stream without input', async () => {
      let stream;
      await run(() => (stream = through()), { input: null });
      expect(stream.destroyed).to.equal(true);
      expect(await amounts(() => Readable.from(['abc']), { input: null })).to.deep.equal([null, null, 3, 1]);
    });
  });

  const quietEnding = { after: () => () => {}, whenIdle: () => () => {}, whenUncaught: () => () => {} };

  it('that is ended from outside has its streams destroyed, and a row', async () => {
    let stream;
    let dry;
    const ending = { ...quietEnding, whenIdle(action) { dry = action; return () => {}; } };
    const create = () => (stream = new Transform({ transform() { dry(); } }));
    const { error } = await run(create, {}, { ending });
    expect(error).to.include({ code: 'never-ended' });
    expect(stream.destroyed).to.equal(true);
  });

  it('that never ends fails at its time limit', async () => {
    const ending = {
      ...quietEnding,
      after(action, ms) {
        expect(ms).to.equal(20000);
        setImmediate(() => setImmediate(() => setImmediate(action)));
        return () => {};
      },
    };
    for (const create of [() => new Promise(() => {}), () => new Readable({ read() {} }), () => new ReadableStream()]) {
      const { error } = await run(create, {}, { ending });
      expect(error.code).to.equal('timed-out');
      expect(error.message).to.match(/^(its factory returned no stream|did not end) within 20 s$/);
    }
  });

  it('survives faults that need a separate process', async () => {
    const child = fork(path.join(__dirname, '..', 'fixtures', 'streams', 'ends.js'), { serialization: 'advanced' });
    const messages = [];
    child.on('message', (message) => messages.push(message));
    const code = await new Promise((resolve) => {
      child.on('message', () => { if (messages.length === 7) child.send('end'); });
      child.on('exit', resolve);
    });
    expect(messages).to.deep.equal([
      ['no callback', 'never-ended'], ['no promise', 'never-ended'], ['no stream', 'never-ended'],
      ['a timer', 'timed-out'], ['a throw in a timer', 'threw'], ['a rejection', 'threw'],
      ['an error behind the end', null], 'waited for the end',
    ]);
    expect(code).to.equal(0);
  });
});
