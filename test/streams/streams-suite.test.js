'use strict';

const { expect } = require('chai');
const { PassThrough, Transform } = require('stream');
const { parseStreams } = require('#lib/extras/streams/suite');
const { resolveStreamSettings } = require('#lib/extras/streams/settings');

const MD5 = 'cd'.repeat(16);
const one = () => new PassThrough();
const parse = (suite, options) =>
  parseStreams(suite, resolveStreamSettings({}, { input: Buffer.from('x'), ...options }));
const names = (suite, options) => parse(suite, options).map(({ name }) => name);

describe('a suite of streams', () => {
  it('has a pass-through before its own', () => {
    const [reference, own] = parse({ own: one }, { timeout: 7 });
    expect(own).to.deep.equal({
      name: 'own', create: one, fn: one, isReference: false, isOurs: false, isNamed: false, check: null, hash: null,
      timeoutSeconds: 7, kind: 'stream',
      takesCallback: false, setup: null, teardown: null, each: null, ops: null, bytes: null, items: null,
    });
    expect(reference).to.include({ name: 'pass-through', isReference: true });
    expect(reference.create()).to.be.instanceOf(PassThrough);
    expect(reference.create()).to.not.equal(reference.create());
  });

  it('has one under another name, of the user\'s own, or none', () => {
    expect(names({ 'pass-through': one })).to.deep.equal(['pass-through 2', 'pass-through']);
    expect(names({ 'pass-through': one, 'pass-through 2': one }))
      .to.deep.equal(['pass-through 3', 'pass-through', 'pass-through 2']);
    expect(names([one, one], { reference: false })).to.deep.equal(['#1', '#2']);
    expect(names(new Map([['a', one]]), { input: null })).to.deep.equal(['a']);
    const own = () => new PassThrough();
    expect(parse([one], { reference: own, input: null })[0])
      .to.include({ name: 'reference', create: own, isReference: true, isOurs: false });
  });

  class Upper extends Transform {}
  const refused = [
    [{ a: new PassThrough() },
      'streams: test \'a\': got a stream. Pass a function that returns one, because each run needs a new stream'],
    [{ a: new TransformStream() },
      'streams: test \'a\': got a stream. Pass a function that returns one, because each run needs a new stream'],
    [{ a: Upper }, 'streams: test \'a\': got the class Upper itself. Pass () => new Upper()'],
    [{ a: PassThrough }, 'streams: test \'a\': got the class PassThrough itself. Pass () => new PassThrough()'],
    [[class extends Transform {}], 'streams: test \'#1\': got the class (anonymous) itself. Pass () => new it()'],
    [{ a: 'x' }, 'streams: test \'a\': got \'x\'. Pass a function that returns a stream: () => new PassThrough()'],
  ];
  for (const [suite, words] of refused) {
    it(`refuses: ${words}`, () => expect(() => parse(suite)).to.throw(TypeError, words));
  }

  it('needs a test, and a factory as its reference', () => {
    expect(() => parse({})).to.throw(Error, 'streams: no tests in the suite').with.property('code', 'ERR_NO_TESTS');
    expect(() => parse([one], { reference: Upper }))
      .to.throw(TypeError, 'streams: reference: got the class Upper itself. Pass () => new Upper()');
  });

  it('is checked by one function or hash, except the reference, or by name', () => {
    const check = () => {};
    const [reference, own] = parse({ own: one }, { check, hash: MD5 });
    expect(reference).to.include({ check: null, hash: null });
    expect(own).to.deep.include({ check, hash: { algorithm: 'md5', hex: MD5 }, isNamed: false });
    const tests = parse({ a: one, b: one, c: one },
      { check: { a: check, b: MD5, 'pass-through': check }, hash: 'ab'.repeat(32) });
    expect(tests.map((test) => [test.check, test.hash && test.hash.algorithm, test.isNamed])).to.deep.equal([
      [check, null, true], [check, null, true], [null, 'md5', true], [null, 'sha256', false],
    ]);
    for (const [byName, words] of [
      [{ gzp: check }, 'streams: check: unknown test \'gzp\'. Did you mean \'gzip\'?'],
      [{ other: check }, 'streams: check: unknown test \'other\'. Available: \'pass-through\', \'gzip\''],
      [{ gzip: 'x' }, /^streams: check: 'gzip' must be a function \(output, name\), or the hex digits /],
    ]) expect(() => parse({ gzip: one }, { check: byName })).to.throw(TypeError, words);
  });
});
