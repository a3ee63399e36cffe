'use strict';

const path = require('path');
const { pathToFileURL } = require('url');
const vm = require('vm');
const { expect } = require('chai');
const reports = require('../helpers/engine-reports');
const { withSlashes } = require('#lib/base/host/paths');
const { formatFailedCall, toThrownError, toRowError, createRowError } = require('#lib/base/text/row-error');

// Places are files, or addresses in a page.
const FAR = reports.process ? '/far/away/x.js' : 'https://far.away/x.js';
const LIB = path.join(__dirname, '..', '..', 'lib');

const threw = (error) => toRowError({ stage: 'test', error }, 'sync', '7');

describe('text/row-error', () => {
  it('has all fields, unknown ones null, and a separate output for each', () => {
    const none = { code: 'exited', message: 'ended the process', at: null, calls: null, stack: null, output: [] };
    createRowError('exited', '').output.push('x');
    expect(createRowError('exited', 'ended the process')).to.deep.equal(none);
    expect(createRowError('exited', 'ended the process', { at: 'a.js:1:1', output: ['x'] }))
      .to.deep.equal({ ...none, at: 'a.js:1:1', output: ['x'] });
  });

  it('has the code of the thrown error, if that is a string', () => {
    const codeOf = (code) => threw(Object.assign(new Error('no'), { code })).thrownCode;
    expect([codeOf('ENOENT'), codeOf(19), codeOf(undefined)])
      .to.deep.equal(['ENOENT', undefined, undefined]);
    expect(codeOf('x'.repeat(1e6))).to.have.length.below(10050);
    expect([threw(null), threw('no')].map((row) => 'thrownCode' in row)).to.deep.equal([false, false]);
  });

  const error = new RangeError('too much');
  error.stack = `RangeError: too much\n    at test (${FAR}:3:5)`;
  const thrown = { stack: error.stack, at: `${FAR}:3:5` };
  const cases = [
    [{ error }, 'sync', 'threw', 'RangeError: too much', thrown],
    [{ error, index: 3 }, 'promise', 'threw', 'RangeError: too much', thrown],
    [{ error, uncaught: true }, 'callback', 'threw', 'uncaught: RangeError: too much', thrown],
    [{ error, answered: true }, 'callback', 'called-back', 'called back with RangeError: too much', thrown],
    [{ error: 'no', answered: true }, 'callback', 'called-back', 'called back with \'no\''],
    [{ twice: true, index: -1 }, 'callback', 'called-twice', 'called back twice: each call must call back once'],
    [{ limitMs: 5000 }, 'callback', 'timed-out', 'did not call back within 5 s'],
    [{ limitMs: 1500 }, 'promise', 'timed-out', 'did not settle its promise within 1.5 s'],
    [{ limitMs: 20 }, 'sync', 'timed-out', 'did not end within 0.02 s'],
    [{ limitMs: 700, isLowered: true }, 'sync', 'timed-out',
      "did not end within 0.7 s, the most that the command's --timeout left for it"],
    [{ stage: 'setup', error }, 'sync', 'threw', 'setup: RangeError: too much', { ...thrown, calls: null }],
    [{ stage: 'teardown', error }, 'callback', 'threw', 'teardown: RangeError: too much', { ...thrown, calls: null }],
    [{ stage: 'setup', limitMs: 5000 }, 'callback', 'timed-out', 'setup: did not end within 5 s', { calls: null }],
  ];
  for (const [failure, kind, code, message, more] of cases) {
    it(`reports ${kind}: ${Object.keys(failure)} as: ${message}`, () => {
      const row = toRowError({ stage: 'test', ...failure }, kind, '768 to 1024');
      expect(row).to.deep.equal(createRowError(code, message, { calls: '768 to 1024', ...more }));
      expect(JSON.parse(JSON.stringify(row))).to.deep.equal(row);
    });
  }

  it('names the call that failed, or the slice', () => {
    const progress = { calls: 10, slice: 4 };
    const calls = [{ index: 2 }, { upTo: 5 }, {}].map((failure) => formatFailedCall(failure, progress));
    expect(calls).to.deep.equal(['13', '1 to 16', '11 to 14']);
    expect([formatFailedCall({ upTo: 0 }, { calls: 0 }), formatFailedCall({}, { calls: 0, slice: 1 })])
      .to.deep.equal(['1', '1']);
  });
});

describe('text/row-error: thrown values', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = (name) => Object.defineProperty(new Error('x'), name, { get() { throw new Error('deep'); } });
  const cases = [
    [null, 'null'], [undefined, 'undefined'], [0, '0'], ['', '\'\''], ['no', '\'no\''], [Symbol('s'), 'Symbol(s)'],
    [10n ** 20n, '100000000000000000000n'], [{ a: { b: 1 } }, '{ a: [Object] }'],
    [Object.create(null), reports.process ? '[Object: null prototype] {}' : '{}'],
    [function later() {}, '[Function: later]'], [new Error(''), 'Error: '],
    [Object.assign(new Error('x'), { name: 'Oops' }), 'Oops: x'], [getter('message'), 'a value that cannot be shown'],
  ];
  it('can have any type', () => {
    for (const [value, message] of cases) {
      const row = threw(value);
      expect(row).to.include({ code: 'threw', calls: '7', message });
      expect(JSON.parse(JSON.stringify(row))).to.deep.equal(row);
    }
  });

  it('may have no stack, or an unreadable one', () => {
    expect(threw(proxy).message).to.be.a('string').and.not.equal('');
    for (const value of [null, 5, 'x', proxy]) expect(threw(value)).to.include({ stack: null, at: null });
    expect(threw(getter('stack'))).to.deep.equal(createRowError('threw', 'Error: x', { calls: '7' }));
    for (const stack of [5, null, {}, ['a'], undefined]) {
      expect(threw(Object.assign(new Error('x'), { stack })), `${stack}`).to.include({ stack: null, at: null });
    }
    expect(threw(Object.assign(new Error('x'), { stack: '' }))).to.include({ message: 'Error: x' });
    expect(threw({ stack: `Odd: x\n    at ${FAR}:1:2` })).to.include({ at: `${FAR}:1:2` });
  });

  it('can be a missing module, without the modules of this library that required the file', function () {
    if (!reports.process) this.skip();
    const own = ['lib/cli/run.js', 'bin/qtimeit.js'].map((file) => `\n- ${path.join(LIB, '..', file)}`).join('');
    const words = `Cannot find module 'x'\nRequire stack:\n- ${FAR}`;
    const error = new Error(words + own);
    error.stack = `Error: ${words}${own}\n    at f (${FAR}:1:2)`;
    expect(threw(error)).to.include(
      { message: `Error: ${words}`, stack: `Error: ${words}\n    at f (${FAR}:1:2)`, at: `${FAR}:1:2` });
  });

  it('can be an error from another realm', () => {
    const foreign = vm.runInNewContext('new TypeError("there")', {}, { filename: '/far/away/realm.js' });
    expect(threw(foreign)).to.include({ message: 'TypeError: there' });
    // This code has no file in a page. JavaScriptCore points to the end of the name.
    if (reports.process) expect(threw(foreign).at).to.be.oneOf(['/far/away/realm.js:1:1', '/far/away/realm.js:1:14']);
  });

  it('can be an error from this file', function () {
    if (!reports.process) this.skip(); // a bundle has one place for all files
    const { at, stack } = threw(new Error('here'));
    expect(at).to.match(/^test[\\/]text[\\/]row-error\.test\.js:\d+:\d+$/);
    expect(stack).to.match(/^Error: here\n/);
  });
});

describe('text/row-error: the place in a stack', () => {
  const inside = (file) => path.join(process.cwd(), file);
  const outside = path.join(process.cwd(), '..', 'outside.js');
  const X = '/far/away/x.js:3:5';
  const AT_X = `    at f (${X})`;
  const MODULE = pathToFileURL('/far/away/x.js');
  const PLACE = `${withSlashes(path.resolve('/far/away/x.js'))}:3:5`;
  const ours = `    at Object.run (${path.join(LIB, 'loop.js')}:3:5)`;
  const cases = [
    ['a function', [AT_X]],
    ['no function', [`    at ${X}`]],
    ['async', [`    at async f (${X})`]],
    ['async without a function', [`    at async ${X}`]],
    ['a method under another name', [`    at Object.f [as g] (${X})`]],
    ['a constructor', ['    at new Thing (/far/away/x.js:30:15)'], '/far/away/x.js:30:15'],
    ['a module', [`    at ${MODULE}:3:5`], PLACE],
    ['an async function of a module', [`    at async f (${MODULE}:3:5)`], PLACE],
    ['a file in this folder', [`    at f (${inside('x.js')}:3:5)`], 'x.js:3:5'],
    ['a module below this folder', [`    at f (${pathToFileURL(inside('a/b.mjs'))}:3:5)`], 'a/b.mjs:3:5'],
    ['a file outside this folder', [`    at f (${outside}:3:5)`], `${withSlashes(outside)}:3:5`],
    ['node: frames first',
      ['    at node:internal/main:1:2', '    at JSON.parse (<anonymous>)', '    at f (node:fs:10:3)', AT_X]],
    ['an evaluated source first', ['    at eval (eval at f (/far/away/y.js:1:1), <anonymous>:1:7)', AT_X]],
    ['a source string of this library first', ['    at <anonymous>:2:7', '    at evalmachine.<anonymous>:1:1', AT_X]],
    ['our frames first', [ours, `    at ${path.join(LIB, 'stats', 'sample.js')}:3:5`, AT_X]],
    ['our frames as URLs first', [`    at f (${pathToFileURL(path.join(LIB, 'loop.js'))}:3:5)`, AT_X]],
    ['two places', [AT_X, '    at outer (/far/away/y.js:1:1)']],
    ['a message of two lines', ['and more', AT_X]],
    ['a place in the message', ['see /far/away/message.js:1:1', AT_X]],
    ['frames of Node and of lib/', ['    at node:internal/main:1:2', ours, '    at <anonymous>'], null],
    ['frames of our program', [`    at async start (${path.join(LIB, '..', 'bin', 'qtimeit.js')}:3:5)`,
      `    at bench (${path.join(LIB, '..', 'qtimeit.js')}:3:5)`], null],
    ['no frames', [], null],
    ['something else', ['    at x.js', '    at native', ''], null],
  ];
  it('is the first line outside Node and this library', () => {
    for (const [what, lines, expected = X] of cases) {
      const error = Object.assign(new Error('no'), { stack: ['Error: no', ...lines].join('\n') });
      expect(threw(error).at, what).to.equal(expected);
    }
  });
});

describe('text/row-error: the error of timeit()', () => {
  it('is the thrown object, with its latest place', () => {
    const error = new TypeError('mine');
    toThrownError({ error }, '"first"', '1');
    expect(toThrownError({ error }, '"a test"', '7')).to.equal(error);
    expect(error.timeit).to.deep.equal({ test: '"a test"', calls: '7' });
    expect(error.message).to.equal('mine');
    const foreign = vm.runInNewContext('new RangeError("far")');
    expect(toThrownError({ error: foreign }, '"t"', '1')).to.equal(foreign);
    expect(foreign.timeit.calls).to.equal('1');
  });

  const sealed = Object.preventExtensions(new Error('sealed'));
  const locked = Object.defineProperty(new Error('locked'), 'timeit', { value: 1 });
  const wrapped = [[null, 'null'], ['text', '\'text\''], [7n, '7n'], [{ code: 1 }, '{ code: 1 }'],
    [Object.freeze(new Error('frozen')), 'Error: frozen'], [sealed, 'Error: sealed'], [locked, 'Error: locked']];
  it('has the thrown value as its cause if that cannot carry the place', () => {
    for (const [error, words] of wrapped) {
      const got = toThrownError({ error }, '"a test"', '3 to 4');
      expect(got).to.be.an('error').that.does.not.equal(error);
      expect(got.message).to.equal(`timeit: the test "a test" threw ${words} on call 3 to 4`);
      expect(got).to.have.property('cause', error);
      expect(toThrownError({ error, answered: true }, '"a test"', '9').message)
        .to.equal(`timeit: the test "a test" called back with ${words} on call 9`);
    }
  });

  it('is new for a test that called back twice or never, and the thrown error if the measurement failed', () => {
    const messageOf = (failure, kind) => toThrownError(failure, '"a test"', '5', kind).message;
    expect(messageOf({ twice: true }))
      .to.equal('timeit: the test "a test" called back twice on call 5: each call must call back once');
    expect(messageOf({ limitMs: 5000 }, 'callback')).to.match(
      /^timeit: the test "a test" did not call back within 5 s on call 5\. If calls take that long/);
    const error = new Error('the clock');
    expect(toThrownError({ error, ours: true }, '"a test"', '5')).to.equal(error);
    expect(error).to.not.have.property('timeit');
  });
});

it('errors of rows have messages and stacks of at most 10 000 characters, and their length', () => {
  const { message, stack } = toRowError({ stage: 'test', error: new Error('x'.repeat(1e6)) }, 'sync', null);
  expect(message).to.match(/x\.\.\. \(\d{7} characters\)$/).and.have.length.below(10050);
  // Not all engines repeat the message in the stack.
  expect(stack).to.have.length.below(10050);
});
