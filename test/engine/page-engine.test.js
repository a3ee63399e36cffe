'use strict';

/* The engine of a page, with what a page has on hand in Node, too, or in its place. */

const { expect } = require('chai');
const {
  browserOf, compile, compiles, inspect, isNativeError, nextTurn, places: { frameOf, nameOf },
} = require('../../lib/engine/page-platform');

/** A module, loaded while globals are others. */
function loadWith(globals, file, use) {
  const id = require.resolve(`../../lib/engine/${file}`);
  const kept = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  delete require.cache[id];
  for (const name of Object.keys(globals)) {
    Object.defineProperty(globalThis, name, { value: globals[name], configurable: true, writable: true });
  }
  try {
    return use(require(id));
  } finally {
    delete require.cache[id];
    for (const [name, descriptor] of kept) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  }
}

describe('the engine of a page', () => {
  it('counts nanoseconds, and says of what it is not told that it is none', () => {
    const performance = { now: () => 1.25 };
    const navigator = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };
    loadWith({ performance, navigator }, 'browser', ({ name, version, readings, heap, natives, lacks }) => {
      expect([name, version()]).to.deep.equal(['firefox', '153.0']);
      expect(readings.nowNs()).to.equal(1.25e6);
      expect([readings.cpuNs(), readings.preemptions(), readings.queuedNs()]).to.deep.equal([NaN, NaN, NaN]);
      expect([heap.usedBytes(), heap.changesAtCollections, natives()]).to.deep.equal([0, true, null]);
      expect(Object.keys(lacks)).to.deep.equal(['tiers', 'memory', 'coldCache']);
    });
  });

  const agents = [
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
      { name: 'chromium', version: '156.0.0.0' }],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Safari/605.1.15',
      { name: 'webkit', version: '19.2' }],
    ['something else', { name: 'browser', version: null }],
  ];
  for (const [userAgent, expected] of agents) {
    it(`knows ${expected.name} by its words`, () => expect(browserOf({ userAgent })).to.deep.equal(expected));
  }

  it('knows a browser by its brands if its words say nothing', () => {
    const userAgentData = { brands: [{ brand: 'Not A', version: '8' }, { brand: 'Chromium', version: '156' }] };
    expect(browserOf({ userAgent: '', userAgentData })).to.deep.equal({ name: 'chromium', version: '156' });
  });

  it('compiles functions, and says what forbids that', () => {
    expect(compile(['a', 'b'], 'return a + b;')(1, 2)).to.equal(3);
    expect(compiles()).to.equal(true);
    expect(() => compile([], '}{')).to.throw(SyntaxError);
    function Forbidden() { throw new EvalError('refused'); }
    loadWith({ Function: Forbidden }, 'page-platform', (forbidden) => {
      expect(() => forbidden.compile([], '')).to.throw(/Content-Security-Policy of this page.*give a function/);
      expect(forbidden.compiles()).to.equal(false);
    });
  });

  it('finds places in the stacks of Chromium, Firefox and WebKit', () => {
    const place = { file: 'http://127.0.0.1:80/x.js', line: '3', column: '5' };
    for (const line of [
      '    at f (http://127.0.0.1:80/x.js:3:5)', '    at async http://127.0.0.1:80/x.js:3:5',
      'f@http://127.0.0.1:80/x.js:3:5', '@http://127.0.0.1:80/x.js:3:5',
    ]) expect(frameOf(line), line).to.deep.equal(place);
    for (const line of [
      'TypeError: no', 'f@http://127.0.0.1:80/x.js line 3 > eval:1:2', '    at eval (<anonymous>:1:2)',
      'f@[native code]',
    ]) expect(frameOf(line), line).to.equal(null);
    expect(nameOf('https://example.org/x.js')).to.equal('https://example.org/x.js');
    expect(nameOf('chrome-extension://abc/x.js')).to.equal(null);
  });

  it('shows values on one line', () => {
    const values = [
      [1, '1'], [-0, '-0'], ['it\'s "x"\n', '\'it\\\'s "x"\\n\''], [5n, '5n'], [null, 'null'], [undefined, 'undefined'],
      [Symbol('s'), 'Symbol(s)'], [[], '[]'], [[1, [2], 3, 4, 5], '[ 1, [Array], 3, ... 2 more items ]'],
      [{ a: { b: 1 }, 'c d': 'e' }, '{ a: [Object], \'c d\': \'e\' }'], [{}, '{}'], [function f() {}, '[Function: f]'],
      [() => {}, '[Function (anonymous)]'], [class A {}, '[class A]'], [new TypeError('no'), 'TypeError: no'],
      [Object.create(null), '{}'], [new (class B { x = 1; })(), 'B { x: 1 }'],
    ];
    for (const [value, expected] of values) expect(inspect(value)).to.equal(expected);
    expect([isNativeError(new RangeError('x')), isNativeError({}), isNativeError(null)])
      .to.deep.equal([true, false, false]);
  });

  it('takes turns in their order, each of its own', async () => {
    const ports = {};
    class Channel {
      constructor() {
        this.port1 = {};
        this.port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
        Object.assign(ports, this);
      }
    }
    const order = await new Promise((resolve) => {
      loadWith({ MessageChannel: Channel }, 'page-platform', (turns) => {
        const seen = [];
        turns.nextTurn(() => {
          seen.push('first');
          turns.nextTurn(() => { seen.push('third'); resolve(seen); });
          Promise.resolve().then(() => { seen.push('between'); });
        });
        turns.nextTurn(() => { seen.push('second'); });
      });
    });
    expect(order).to.deep.equal(['first', 'between', 'second', 'third']);
    expect(nextTurn).to.be.a('function');
  });

  it('hears what nobody catches, until it stops', () => {
    const listeners = {};
    const heard = [];
    const globals = {
      addEventListener(name, action) { listeners[name] = action; },
      removeEventListener(name, action) { if (listeners[name] === action) delete listeners[name]; },
    };
    loadWith(globals, 'page-platform', ({ uncaught: { listen, idNow } }) => {
      const { stop, isAlone } = listen((error, id) => { heard.push([error, id]); });
      const preventDefault = () => { heard.push('ours'); };
      const error = new Error('x');
      listeners.error({ error, preventDefault });
      listeners.unhandledrejection({ reason: 5, preventDefault });
      expect(heard).to.deep.equal(['ours', [error, null], 'ours', [5, null]]);
      listeners.error({ error: null, message: 'Script error.', preventDefault });
      expect(heard[5][0].message).to.equal('Script error.');
      expect([isAlone(), idNow()]).to.deep.equal([true, null]);
      stop();
      expect(listeners).to.deep.equal({});
    });
  });
});
