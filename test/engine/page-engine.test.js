'use strict';

/* The engine of a page, run in Node with its globals or fake ones */

const { expect } = require('chai');
const {
  browserOf, compile, compiles, inspect, isNativeError, places: { frameOf, nameOf },
} = require('#lib/base/engine/page-platform');

const { loadFresh } = require('../helpers/load-fresh');

/** A module, loaded with these globals */
const loadWith = (globals, file) => loadFresh(require.resolve(`#lib/base/engine/${file}`), { globals });

describe('the engine of a page', () => {
  it('has a clock, and returns NaN for what a page cannot know', () => {
    const navigator = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };
    const page = loadWith({ performance: { now: () => 1.25 }, navigator }, 'browser');
    const { nowNs, cpuNs, preemptions, queuedNs } = page.readings;
    expect({ name: page.name, version: page.version() }).to.deep.equal({ name: 'firefox', version: '153.0' });
    expect({ nowNs: nowNs(), cpuNs: cpuNs(), preemptions: preemptions(), queuedNs: queuedNs() })
      .to.deep.equal({ nowNs: 1.25e6, cpuNs: NaN, preemptions: NaN, queuedNs: NaN });
    expect([page.heap.usedBytes(), page.heap.changesAtCollections, page.natives()]).to.deep.equal([0, true, null]);
    expect(Object.keys(page.lacks)).to.deep.equal(['tiers', 'memory', 'coldCache']);
  });

  it('recognizes a browser by its user agent or its brands', () => {
    const userAgentData = { brands: [{ brand: 'Not A', version: '8' }, { brand: 'Chromium', version: '156' }] };
    for (const [given, name, version] of [
      [{ userAgent: 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36' },
        'chromium', '156.0.0.0'],
      [{ userAgent: 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Safari/605.1.15' },
        'webkit', '19.2'],
      [{ userAgent: 'something else' }, 'browser', null], [{ userAgent: '', userAgentData }, 'chromium', '156'],
    ]) expect(browserOf(given)).to.deep.equal({ name, version });
  });

  it('compiles functions, and reports what forbids it', () => {
    expect(compile(['a', 'b'], 'return a + b;')(1, 2)).to.equal(3);
    expect(compiles()).to.equal(true);
    expect(() => compile([], '}{')).to.throw(SyntaxError);
    function Forbidden() { throw new EvalError('refused'); }
    const forbidden = loadWith({ Function: Forbidden }, 'page-platform');
    expect(() => forbidden.compile([], '')).to.throw(/Content-Security-Policy of this page.*Pass a function/);
    expect(forbidden.compiles()).to.equal(false);
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

  it('runs actions in separate turns, in their order', async () => {
    class Channel {
      constructor() {
        this.port1 = {};
        this.port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
      }
    }
    const turns = loadWith({ MessageChannel: Channel }, 'page-platform');
    const seen = [];
    await new Promise((resolve) => {
      turns.nextTurn(() => {
        seen.push('first');
        turns.nextTurn(() => { seen.push('third'); resolve(); });
        Promise.resolve().then(() => { seen.push('between'); });
      });
      turns.nextTurn(() => { seen.push('second'); });
    });
    expect(seen).to.deep.equal(['first', 'between', 'second', 'third']);
  });

  it('passes uncaught errors on, until it stops', () => {
    const listeners = {};
    const heard = [];
    const { uncaught: { listen, idNow } } = loadWith({
      addEventListener(name, action) { listeners[name] = action; },
      removeEventListener(name, action) { if (listeners[name] === action) delete listeners[name]; },
    }, 'page-platform');
    const { stop, isAlone } = listen((error, id) => { heard.push([error, id]); });
    const preventDefault = () => { heard.push('ours'); };
    const error = new Error('x');
    listeners.error({ error, preventDefault });
    listeners.unhandledrejection({ reason: 5, preventDefault });
    expect(heard).to.deep.equal(['ours', [error, null], 'ours', [5, null]]);
    listeners.error({ error: null, message: 'Script error.', preventDefault });
    expect(heard[5][0].message).to.equal('Script error.');
    expect({ isAlone: isAlone(), idNow: idNow() }).to.deep.equal({ isAlone: true, idNow: null });
    stop();
    expect(listeners).to.deep.equal({});
  });
});
