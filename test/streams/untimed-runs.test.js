'use strict';

const { expect } = require('chai');
const { createHash } = require('crypto');
const { PassThrough, Readable, Transform, Writable } = require('stream');
const { Worker } = require('worker_threads');
const { checkStream, countRuns } = require('#lib/extras/streams/untimed-runs');
const { parseStreams } = require('#lib/extras/streams/suite');
const { resolveStreamSettings } = require('#lib/extras/streams/settings');

const BYTES = Buffer.alloc(5000, 'abcdefghij');
const digest = (algorithm, data) => createHash(algorithm).update(data).digest('hex');
const through = () => new PassThrough();
const quietEnding = { after: () => () => {}, whenIdle: () => () => {}, whenUncaught: () => () => {} };

const webOf = (...chunks) => () => new ReadableStream({
  start(controller) {
    for (const chunk of chunks) controller.enqueue(chunk);
    controller.close();
  },
});

function checked(create, options, deps) {
  const settings = resolveStreamSettings(
    {}, { input: BYTES, chunkSize: 1024, reference: false, timeout: 20, ...options });
  return checkStream(parseStreams({ it: create }, settings)[0], settings, deps);
}

async function words(create, options, deps) {
  const error = await checked(create, options, deps);
  return error && `${error.code}: ${error.message}`;
}

describe('the check of a stream', () => {
  it('compares its hash, of any chunks', async () => {
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      expect(await words(through, { hash: digest(algorithm, BYTES) })).to.equal(null);
    }
    const letters = () => Readable.from(['\u00e4', Buffer.from('b')]);
    expect(await words(letters, { hash: digest('sha256', '\u00e4b') })).to.equal(null);
    const web = webOf(new ArrayBuffer(2), new Uint16Array(1));
    expect(await words(web, { hash: digest('sha256', Buffer.alloc(4)) })).to.equal(null);
    const other = digest('sha1', 'x');
    expect(await words(through, { hash: other }))
      .to.equal(`wrong-output: expected the sha1 ${other}, got ${digest('sha1', BYTES)} for 5,000 bytes`);
  });

  it('passes all of it to a function', async () => {
    const calls = [];
    expect(await words(through, { check: (...given) => { calls.push(given); } })).to.equal(null);
    expect(calls).to.deep.equal([[BYTES, 'it']]);
    const web = webOf('\u00e4', new Uint8Array([65, 66]).subarray(1));
    expect(await words(web, { check: (output) => output.toString() === '\u00e4B' })).to.equal(null);
  });

  it('passes chunks to the function if they have no bytes', async () => {
    const objects = () => Readable.from([{ a: 1 }, { b: 2 }]);
    const seen = [];
    expect(await words(objects, { check: (output) => { seen.push(...output); return false; } }))
      .to.equal('wrong-output: check returned false for 2 chunks');
    expect(seen).to.deep.equal([{ a: 1 }, { b: 2 }]);
    expect(await words(objects, { hash: digest('md5', 'x') }))
      .to.equal('wrong-output: its chunks are objects, which have no md5. Pass a function as check');
  });

  it('reports the result of the function', async () => {
    for (const check of [() => false, async () => false]) {
      expect(await words(through, { check })).to.equal('wrong-output: check returned false for 5,000 bytes');
    }
    const error = await checked(through, { check() { throw new RangeError('too blue'); } });
    expect(error).to.include({ code: 'wrong-output', message: 'check of 5,000 bytes threw RangeError: too blue' });
    expect(error.at).to.match(/untimed-runs\.test\.js:\d+:\d+$/);
  });

  it('keeps no more than a limit for it', async () => {
    let calls = 0;
    const check = () => { calls++; };
    expect(await words(through, { check }, { limitBytes: 5000 })).to.equal(null);
    expect(await words(through, { check }, { limitBytes: 4999 }))
      .to.equal('wrong-output: produced more than 4,999 bytes, the limit of a check. Use a hash instead');
    expect(calls).to.equal(1);
    expect(await words(through, { hash: digest('md5', BYTES) }, { limitBytes: 10 })).to.equal(null);
  });

  it('finds failures', async () => {
    const failing = () => new Transform({ transform(chunk, encoding, callback) { callback(new Error('boom')); } });
    expect(await words(failing, { check: () => true })).to.equal('threw: Error: boom');
    expect(await words(() => 5, { check: () => true })).to.equal('no-stream: its factory returned 5, which is not a ' +
      'stream');
    expect(await words(through, { check: () => true, input: () => { throw new Error('boom'); } }))
      .to.equal('no-input: the input failed: Error: boom');
    const ending = { ...quietEnding, after(action) { setImmediate(action); return () => {}; } };
    expect(await words(through, { check: () => new Promise(() => {}) }, { ending }))
      .to.equal('timed-out: its check did not end within 20 s');
  });

  it('does not run a stream without a check, or check one without output', async () => {
    let made = 0;
    const count = () => { made++; return through(); };
    expect(await words(count)).to.equal(null);
    expect(made).to.equal(0);
    const sink = () => new Writable({ write(chunk, encoding, callback) { callback(); } });
    expect(await words(sink, { check: () => false })).to.equal(null);
    expect(await words(sink, { check: { it: () => true } }))
      .to.equal('wrong-output: produces no output to check');
  });
});

const INPUT = Buffer.from('some bytes');

/** The report of a process that has counted runs of this factory. */
function counted(create, counts, { input = INPUT, ending } = {}) {
  const settings = resolveStreamSettings({}, { input, reference: false });
  const [test] = parseStreams({ test: create }, settings);
  return countRuns(test, settings, { counts: { parts: 0, ...counts } }, { ending });
}

describe('a process that counts the runs of a stream', () => {
  it('makes runs of the warm-up and counted runs, each with a new stream', async () => {
    let made = 0;
    const create = () => {
      made++;
      return new PassThrough();
    };
    const { row, counted: found } = await counted(create, { warmUp: 3, calls: 4 });
    expect(made).to.equal(7);
    expect(row).to.include({ name: 'test', error: null, nsPerCall: null });
    expect(found).to.deep.equal({
      kind: 'stream', form: null, tiers: { loop: null, test: null }, collects: true, threads: 0, hasProcesses: false,
    });
  });

  it('makes as many in each part, until one fails', async () => {
    let made = 0;
    await counted(() => new PassThrough().once('data', () => { made++; }), { warmUp: 3, calls: 2, parts: 4 });
    expect(made).to.equal(11);
    const { row } = await counted(() => (made++ > 14 ? 7 : new PassThrough()), { warmUp: 1, calls: 2, parts: 4 });
    expect({ code: row.error.code, made }).to.deep.equal({ code: 'no-stream', made: 16 });
  });

  it('reports the error of a run, and ends with it', async () => {
    let made = 0;
    const create = () => {
      made++;
      return new Transform({ transform(chunk, encoding, callback) { callback(made > 2 ? new Error('full') : null); } });
    };
    const { row, counted: found } = await counted(create, { warmUp: 1, calls: 8 });
    expect(row.error).to.include({ code: 'threw' });
    expect(row.error.message).to.include('full');
    expect(row.verdict).to.equal('failed');
    expect(found).to.equal(undefined);
    expect(made).to.equal(3);
    expect((await counted(() => 7, { warmUp: 1, calls: 1 })).row.error).to.include({ code: 'no-stream' });
    const empty = await counted(() => new PassThrough(), { warmUp: 1, calls: 1 }, { input: () => Readable.from([]) });
    expect(empty.row.error).to.include({ code: 'no-input' });
  });

  it('gives each run a hundred times its usual time limit', async () => {
    const limits = [];
    const ending = {
      ...quietEnding,
      after(_, ms) {
        limits.push(ms);
        return () => {};
      },
    };
    await counted(() => new PassThrough(), { warmUp: 1, calls: 1 }, { ending });
    expect(limits).to.deep.equal([6e6, 6e6]);
  });

  it('sees worker threads', async () => {
    const create = () => new Transform({
      transform(chunk, encoding, callback) {
        new Worker('', { eval: true }).on('exit', () => callback(null, chunk));
      },
    });
    const { counted: found } = await counted(create, { warmUp: 1, calls: 2 });
    expect(found.threads).to.be.at.least(2);
  }).timeout(20000);
});
