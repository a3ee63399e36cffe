'use strict';

const path = require('path');
const vm = require('vm');
const { expect } = require('chai');
const tells = require('../helpers/engine-tells');
const { rowError, errorOfFailure } = require('../../lib/text/row-error');

// As places are told: files, or addresses in a page.
const FAR = tells.process ? '/far/away/x.js' : 'https://far.away/x.js';
const LIB = path.join(__dirname, '..', '..', 'lib');

/** An error with this stack. */
function withStack(...lines) {
  const error = new Error('no');
  error.stack = ['Error: no', ...lines].join('\n');
  return error;
}
const threw = (error, more) => errorOfFailure({ stage: 'test', error, ...more }, 'sync', '7');
const placeOf = (...lines) => threw(withStack(...lines)).at;

describe('row-error', () => {
  it('has all fields, those that are not known null', () => {
    expect(rowError('exited', 'ended the process'))
      .to.deep.equal({ code: 'exited', message: 'ended the process', at: null, calls: null, stack: null, output: [] });
    expect(rowError('threw', 'x', { at: 'a.js:1:1', output: ['x'] }))
      .to.deep.equal({ code: 'threw', message: 'x', at: 'a.js:1:1', calls: null, stack: null, output: ['x'] });
  });

  it('has an output of its own for each', () => {
    rowError('a', 'b').output.push('x');
    expect(rowError('a', 'b').output).to.deep.equal([]);
  });

  const error = new RangeError('too much');
  error.stack = `RangeError: too much\n    at test (${FAR}:3:5)`;
  const { stack } = error;
  const at = `${FAR}:3:5`;
  const cases = [
    ['a test that threw', { stage: 'test', error }, 'sync',
      { code: 'threw', message: 'RangeError: too much', calls: '7', stack, at }],
    ['a promise that was rejected', { stage: 'test', error, index: 3 }, 'promise',
      { code: 'threw', message: 'RangeError: too much', calls: '7', stack, at }],
    ['an error handed to the callback', { stage: 'test', error, answered: true }, 'callback',
      { code: 'called-back', message: 'called back with RangeError: too much', calls: '7', stack, at }],
    ['a word handed to the callback', { stage: 'test', error: 'no', answered: true }, 'callback',
      { code: 'called-back', message: 'called back with \'no\'', calls: '7', stack: null, at: null }],
    ['two answers', { stage: 'test', twice: true, index: -1 }, 'callback',
      { code: 'called-twice', message: 'called back twice: each call has to be answered once', calls: '7', stack: null,
        at: null }],
    ['a callback that never came', { stage: 'test', limitMs: 5000 }, 'callback',
      { code: 'timed-out', message: 'did not call back within 5 s', calls: '7', stack: null, at: null }],
    ['a promise that was never settled', { stage: 'test', limitMs: 1500 }, 'promise',
      { code: 'timed-out', message: 'did not settle its promise within 1.5 s', calls: '7', stack: null, at: null }],
    ['a test that did not end', { stage: 'test', limitMs: 20 }, 'sync',
      { code: 'timed-out', message: 'did not end within 0.02 s', calls: '7', stack: null, at: null }],
    ['a setup that threw', { stage: 'setup', error }, 'sync',
      { code: 'threw', message: 'setup: RangeError: too much', calls: null, stack, at }],
    ['a teardown that threw', { stage: 'teardown', error }, 'callback',
      { code: 'threw', message: 'teardown: RangeError: too much', calls: null, stack, at }],
    ['a setup that did not end', { stage: 'setup', limitMs: 5000 }, 'callback',
      { code: 'timed-out', message: 'setup: did not end within 5 s', calls: null, stack: null, at: null }],
    ['a teardown that did not end', { stage: 'teardown', limitMs: 40000 }, 'promise',
      { code: 'timed-out', message: 'teardown: did not end within 40 s', calls: null, stack: null, at: null }],
  ];
  for (const [what, failure, kind, expected] of cases) {
    it(`tells of ${what}`, () => {
      const told = errorOfFailure(failure, kind, '7');
      expect(told).to.deep.equal({ ...expected, output: [] });
      expect(JSON.parse(JSON.stringify(told))).to.deep.equal(told);
    });
  }

  it('tells of the calls as it is told', () => {
    expect(errorOfFailure({ stage: 'test', error }, 'sync', '768 to 1024').calls).to.equal('768 to 1024');
  });
});

describe('row-error: what tests throw', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const cases = [
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['0', 0, '0'],
    ['false', false, 'false'],
    ['an empty string', '', '\'\''],
    ['a string', 'no', '\'no\''],
    ['NaN', NaN, 'NaN'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an integer beyond all', 10n ** 20n, '100000000000000000000n'],
    ['an object', { a: { b: { c: 1 } } }, '{ a: [Object] }'],
    ['an object without a prototype', Object.create(null), tells.process ? '[Object: null prototype] {}' : '{}'],
    ['a function', function later() {}, '[Function: later]'],
    ['an error without words', new Error(''), 'Error: '],
    ['an error with another name', Object.assign(new Error('x'), { name: 'Oops' }), 'Oops: x'],
    ['an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', { get() { throw new Error('deep'); } }),
      'a value that cannot be shown'],
    ['a revoked proxy', proxy, null],
  ];
  for (const [what, thrown, message] of cases) {
    it(`can be ${what}`, () => {
      const told = threw(thrown);
      expect(told).to.include({ code: 'threw', calls: '7' });
      if (message === null) expect(told.message).to.be.a('string').and.not.empty;
      else expect(told.message).to.equal(message);
      expect(JSON.parse(JSON.stringify(told))).to.deep.equal(told);
    });
  }

  it('can be nothing that Node could show, and have a stack that cannot be read', () => {
    for (const value of [null, undefined, 5, 'x', proxy]) expect(threw(value)).to.include({ stack: null, at: null });
    const unreadable = Object.defineProperty(new Error('x'), 'stack', { get() { throw new Error('deep'); } });
    expect(threw(unreadable)).to.deep.equal(
      { code: 'threw', message: 'Error: x', at: null, calls: '7', stack: null, output: [] });
    for (const stack of [5, null, {}, ['a'], undefined]) {
      expect(threw(Object.assign(new Error('x'), { stack })), `${stack}`).to.include({ stack: null, at: null });
    }
    expect(threw(Object.assign(new Error('x'), { stack: '' }))).to.include({ message: 'Error: x' });
    expect(threw({ stack: `Odd: x\n    at ${FAR}:1:2` })).to.include({ at: `${FAR}:1:2` });
  });

  it('can be an error of another realm', () => {
    const foreign = vm.runInNewContext('new TypeError("there")', {}, { filename: '/far/away/realm.js' });
    expect(threw(foreign)).to.include({ message: 'TypeError: there' });
    // Such code of a page is no file. JavaScriptCore points behind the name.
    if (tells.process) expect(threw(foreign).at).to.be.oneOf(['/far/away/realm.js:1:1', '/far/away/realm.js:1:14']);
  });

  it('can be an error that was made right here', function () {
    if (!tells.process) this.skip(); // a bundle has one place for all files
    const { at, stack } = threw(new Error('here'));
    expect(at).to.match(/^test[\\/]text[\\/]row-error\.test\.js:\d+:\d+$/);
    expect(stack).to.match(/^Error: here\n/);
  });
});

describe('row-error: the place in a stack', () => {
  const inside = (file) => path.join(process.cwd(), file);
  const cases = [
    ['parentheses behind a function', ['    at f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['no function', ['    at /far/away/x.js:3:5'], '/far/away/x.js:3:5'],
    ['async', ['    at async f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['async without a function', ['    at async /far/away/x.js:3:5'], '/far/away/x.js:3:5'],
    ['a method under another name', ['    at Object.f [as g] (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['a constructor', ['    at new Thing (/far/away/x.js:30:15)'], '/far/away/x.js:30:15'],
    ['a module', ['    at file:///far/away/x.mjs:3:5'], '/far/away/x.mjs:3:5'],
    ['a function of a module', ['    at f (file:///far/away/x.mjs:3:5)'], '/far/away/x.mjs:3:5'],
    ['an async function of a module', ['    at async f (file:///far/away/x.mjs:3:5)'], '/far/away/x.mjs:3:5'],
    ['a file in this folder', [`    at f (${inside('x.js')}:3:5)`], 'x.js:3:5'],
    ['a module below this folder', [`    at f (file://${inside('a/b.mjs')}:3:5)`], path.join('a', 'b.mjs:3:5')],
    ['a file beside this folder', [`    at f (${path.join(process.cwd(), '..', 'beside.js')}:3:5)`],
      `${path.join(process.cwd(), '..', 'beside.js')}:3:5`],
    ['node: frames first',
      ['    at node:internal/main:1:2', '    at JSON.parse (<anonymous>)', '    at f (node:fs:10:3)',
        '    at f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['an evaluated source first',
      ['    at eval (eval at f (/far/away/y.js:1:1), <anonymous>:1:7)', '    at f (/far/away/x.js:3:5)'],
      '/far/away/x.js:3:5'],
    ['a source string of ours first',
      ['    at <anonymous>:2:7', '    at evalmachine.<anonymous>:1:1', '    at f (/far/away/x.js:3:5)'],
      '/far/away/x.js:3:5'],
    ['our own frames first',
      [`    at Object.run (${path.join(LIB, 'loop.js')}:3:5)`, `    at ${path.join(LIB, 'stats', 'sample.js')}:3:5`,
        '    at f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['our own frames as URLs first',
      [`    at f (file://${path.join(LIB, 'loop.js')}:3:5)`, '    at f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['two places of the test', ['    at inner (/far/away/x.js:3:5)', '    at outer (/far/away/y.js:1:1)'],
      '/far/away/x.js:3:5'],
    ['a message of two lines', ['and more', '    at f (/far/away/x.js:3:5)'], '/far/away/x.js:3:5'],
    ['only frames of others',
      ['    at node:internal/main:1:2', `    at ${path.join(LIB, 'loop.js')}:3:5`, '    at <anonymous>'], null],
    ['only frames of our program and settingsOwner',
      [`    at async start (${path.join(LIB, '..', 'bin', 'qtimeit.js')}:3:5)`,
        `    at bench (${path.join(LIB, '..', 'qtimeit.js')}:3:5)`], null],
    ['no frames', [], null],
    ['something else', ['    at x.js', '    at native', ''], null],
  ];
  for (const [what, lines, expected] of cases) {
    it(`is ${expected === null ? 'not known from' : 'found with'} ${what}`, () => {
      expect(placeOf(...lines)).to.equal(expected);
    });
  }

  it('is not looked for in the message', () => {
    const error = new Error('no');
    error.stack = 'Error: see /far/away/message.js:1:1\n    at f (/far/away/x.js:3:5)';
    expect(threw(error).at).to.equal('/far/away/x.js:3:5');
  });
});
