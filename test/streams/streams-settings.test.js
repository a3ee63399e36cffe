'use strict';

const { expect } = require('chai');
const path = require('path');
const { pathToFileURL } = require('url');
const { resolveStreamSettings } = require('#lib/extras/streams/settings');
const { settingsFor } = require('#lib/extras/streams/strategy');
const { selectOverrides } = require('#lib/core/suite/suite-arguments');
const { definitions } = require('#lib/cli/definitions');
const { parseOptions } = require('#lib/cli/options');
const { hostWith, scratchFolder } = require('../helpers/scratch');
const { show } = require('#lib/base/text/show');

const resolve = (options, settingsOwner = {}) => resolveStreamSettings(settingsOwner, options);
const SHA256 = 'ab'.repeat(32);

describe('the settings of streams', () => {
  const scratch = scratchFolder();

  it('have settings of bench that shared parts read', () => {
    expect(resolve()).to.include({
      isStreams: true, runs: 10, forkTests: 10, timeGoal: 0, opsPerTest: 1, precision: false, margin: 0.01,
    }).and.to.be.frozen;
  });

  it('of the call take precedence over properties of streams', () => {
    expect(resolve({ runs: 3, forkTests: false }, { runs: 5, margin: 0.05 }))
      .to.include({ runs: 3, forkTests: 0, margin: 0.05 });
    expect(resolve({ runs: 3 })).to.include({ forkTests: 3 });
    expect(resolve({ verbose: false }).showPlatformInfo).to.equal(false);
  });

  const INPUT = 'streams: input must be the path of a file, a Buffer, or a function that returns a stream, got';
  for (const [options, Failure, words] of [
    [{ run: 3 }, TypeError, 'streams: unknown setting \'run\'. Did you mean \'runs\'?'],
    [{ timeGoal: 3 }, TypeError, /^streams: unknown setting 'timeGoal'. Settings: input, runs, /],
    [{ runs: 0 }, RangeError, 'streams: runs must be an integer from 1 to 1000, got 0'],
    [{ forkTests: 8 }, RangeError,
      'streams: forkTests must be true or false (set the number of processes with runs), got 8'],
    [{ reference: 'x' }, TypeError,
      'streams: reference must be true, false or a function that returns a stream, got \'x\''],
    [{ check: 'x' }, TypeError,
      'streams: check must be a function (output, name), or functions or hashes by test name, got \'x\''],
    [{ input: 5 }, TypeError, `${INPUT} 5`],
    [{ hash: 'xyz' }, TypeError, 'streams: hash must be the hex digits of an md5, sha1, sha256 or sha512, or { ' +
      'algorithm, hex } (hashes by test name: use check), got \'xyz\''],
    [{ hash: { algorithm: 'sha265', hex: SHA256 } }, RangeError,
      'streams: hash: unknown algorithm \'sha265\'. Did you mean \'sha256\'?'],
    [{ hash: { algorithm: 'md5', hex: SHA256 } }, RangeError,
      /^streams: hash: md5 has 32 hex digits, got 64 in 'abab/],
    [{ input: Buffer.alloc(0) }, Error,
      'streams: input: the Buffer is empty. Pass a nonempty input'],
  ]) {
    it(`refuse ${show(options)}`, () => expect(() => resolve(options)).to.throw(Failure, words));
  }

  it('know a hash by its length, in any case', () => {
    expect(resolve({ hash: SHA256.toUpperCase() }).hash).to.deep.equal({ algorithm: 'sha256', hex: SHA256 });
    for (const [bytes, algorithm] of [[16, 'md5'], [20, 'sha1'], [64, 'sha512']]) {
      expect(resolve({ hash: 'ab'.repeat(bytes) }).hash.algorithm).to.equal(algorithm);
    }
    expect(resolve({ hash: { algorithm: 'sha384', hex: 'ab'.repeat(48) } }).hash.algorithm).to.equal('sha384');
  });

  it('accept a file, a view of bytes, or a function as input', () => {
    const file = scratch('data.bin', 'hello');
    const relative = path.relative(process.cwd(), file);
    expect(resolve({ input: relative }))
      .to.deep.include({ input: relative, inputBytes: 5, source: { kind: 'file', path: file, bytes: 5 } });
    expect(resolve({ input: pathToFileURL(file) })).to.deep.include({ input: file, inputBytes: 5 });
    const { source, inputBytes } = resolve({ input: new Uint16Array([1, 2, 3]).subarray(1) });
    expect({ inputBytes, data: source.data }).to.deep.equal({ inputBytes: 4, data: Buffer.from([2, 0, 3, 0]) });
    const create = () => {};
    expect(resolve({ input: create }))
      .to.deep.include({ inputBytes: null, source: { kind: 'factory', create, bytes: null } });
  });

  it('refuse a file that is missing, empty, unreadable or not a file', () => {
    const near = path.dirname(scratch('numbers.csv', '1'));
    const unreadable = hostWith({ readBytes() { throw Object.assign(new Error('EACCES'), { code: 'EACCES' }); } });
    for (const [input, words, host] of [
      [path.join(near, 'number.csv'), 
        /^streams: input: no file '.*number\.csv'. Did you mean '.*numbers\.csv'\?$/],
      [path.join(near, 'nowhere', 'x'),
        /^streams: input: no file '.*': the folder .*nowhere cannot be read$/],
      [scratch('else'), /\. To pass bytes instead of a path, use a Buffer$/],
      [near, /is a folder. Pass the path of a file$/],
      [scratch('empty', ''), /the file '.*empty' is empty\. Pass a nonempty input/],
      [scratch('secret', 'x'), /^streams: input: '.*secret' cannot be read: no permission$/, unreadable],
      ...(process.platform === 'linux' ? [['/dev/null',
        /^streams: input: '\/dev\/null' is a pipe or a device, but each run reads the input again\. Save it to a file/,
      ]] : []),
    ]) expect(() => resolveStreamSettings({}, { input }, host)).to.throw(Error, words);
  });
});

const optionsOf = (...words) => parseOptions(definitions.run, [...words, 'x.js']).options;

it('options for suites of streams are the number of runs, and options that only apply to tests are refused', () => {
  const of = (...words) => settingsFor(selectOverrides(optionsOf(...words)));
  for (const [words, expected] of [
    [['--time', '2'], {}], [['--fork', '6'], { forkTests: 6, runs: 6 }], [['--fork', '0'], { forkTests: 0 }],
    [['--fork', '0', '--verbose'], { forkTests: 0, verbose: 3 }],
    [['--count', 'cache'], { count: ['instructions', 'cache'] }],
  ]) expect(of(...words)).to.deep.equal(expected);
  for (const words of [['--tier', 'baseline'], ['--cold'], ['--memory'], ['--cache', 'cold']]) {
    expect(() => of(...words)).to.throw(TypeError, `streams: ${words[0]} is only for suites of tests`);
  }
});
