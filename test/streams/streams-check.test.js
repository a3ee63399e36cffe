'use strict';

const { expect } = require('chai');
const { createHash } = require('crypto');
const { PassThrough, Readable, Transform, Writable } = require('stream');
const { checkStream } = require('../../lib/streams/untimed-runs');
const { parseStreams } = require('../../lib/streams/suite');
const { resolveStreamSettings } = require('../../lib/streams/settings');

const BYTES = Buffer.alloc(5000, 'abcdefghij');
const digest = (algorithm, data) => createHash(algorithm).update(data).digest('hex');
const through = () => new PassThrough();

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
      .to.equal(`wrong-output: expected the sha1 ${other}, got ${digest('sha1', BYTES)} of 5,000 bytes`);
  });

  it('passes all of it to a function', async () => {
    const calls = [];
    expect(await words(through, { check: (...given) => { calls.push(given); } })).to.equal(null);
    expect(calls).to.deep.equal([[BYTES, 'it']]);
    const web = webOf('\u00e4', new Uint8Array([65, 66]).subarray(1));
    expect(await words(web, { check: (output) => output.toString() === '\u00e4B' })).to.equal(null);
  });

  it('gives the chunks to it where they have no bytes', async () => {
    const objects = () => Readable.from([{ a: 1 }, { b: 2 }]);
    const seen = [];
    expect(await words(objects, { check: (output) => { seen.push(...output); return false; } }))
      .to.equal('wrong-output: check returned false for 2 chunks');
    expect(seen).to.deep.equal([{ a: 1 }, { b: 2 }]);
    expect(await words(objects, { hash: digest('md5', 'x') }))
      .to.equal('wrong-output: its chunks have no bytes that a md5 could be made of; give a function as check');
  });

  it('reports the result of the function', async () => {
    for (const check of [() => false, async () => false]) {
      expect(await words(through, { check })).to.equal('wrong-output: check returned false for 5,000 bytes');
    }
    const error = await checked(through, { check() { throw new RangeError('too blue'); } });
    expect(error).to.include({ code: 'wrong-output', message: 'check of 5,000 bytes threw RangeError: too blue' });
    expect(error.at).to.match(/streams-check\.test\.js:\d+:\d+$/);
  });

  it('keeps no more than a limit for it', async () => {
    let calls = 0;
    const check = () => { calls++; };
    expect(await words(through, { check }, { limitBytes: 5000 })).to.equal(null);
    expect(await words(through, { check }, { limitBytes: 4999 }))
      .to.equal('wrong-output: gave more than the 4,999 bytes that are kept for a check; give its hash instead');
    expect(calls).to.equal(1);
    expect(await words(through, { hash: digest('md5', BYTES) }, { limitBytes: 10 })).to.equal(null);
  });

  it('finds what fails', async () => {
    const failing = () => new Transform({ transform(chunk, encoding, callback) { callback(new Error('boom')); } });
    expect(await words(failing, { check: () => true })).to.equal('threw: Error: boom');
    expect(await words(() => 5, { check: () => true })).to.equal('no-stream: its factory gave 5, which is no stream');
    expect(await words(through, { check: () => true, input: () => { throw new Error('boom'); } }))
      .to.equal('no-input: the input failed: Error: boom');
    const ending = { after(action) { setImmediate(action); return () => {}; }, whenDry: () => () => {},
      whenUncaught: () => () => {} };
    expect(await words(through, { check: () => new Promise(() => {}) }, { ending }))
      .to.equal('timed-out: its check did not end within 20 s');
  });

  it('does not run what has none, or no output', async () => {
    let made = 0;
    const count = () => { made++; return through(); };
    expect(await words(count)).to.equal(null);
    expect(made).to.equal(0);
    const sink = () => new Writable({ write(chunk, encoding, callback) { callback(); } });
    expect(await words(sink, { check: () => false })).to.equal(null);
    expect(await words(sink, { check: { it: () => true } }))
      .to.equal('wrong-output: gives no output that could be checked');
  });
});
