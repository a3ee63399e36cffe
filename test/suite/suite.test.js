'use strict';

const { expect } = require('chai');
const { inspect } = require('util');
const vm = require('vm');
const { parseSuite } = require('#lib/core/suite/suite');
const { show } = require('#lib/base/text/show');

const nothing = () => {};
const NOT_GIVEN =
  { groupName: null, kind: null, takesValue: false, mayMeanValue: false, setup: null, teardown: null, each: null,
    afterEach: null, ops: null, bytes: null, items: null, timeoutSeconds: null, tiers: null, colds: null };

function thrownByAll(suite) {
  try {
    parseSuite(suite);
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** The error of a suite with this test. */
const thrownBy = (test) => thrownByAll({ sort: test });

function expectError(error, type, message) {
  expect(error.message).to.equal(message);
  expect(error.constructor).to.equal(type);
}

describe('a suite', () => {
  const a = () => 1;
  const b = function named() { return 2; };
  const suites = [
    ['an array', [a, b], ['#1', '#2']],
    ['an object', { second: a, first: b }, ['second', 'first']],
    ['an object of another context', vm.runInNewContext('({ x: a, y: b })', { a, b }), ['x', 'y']],
    ['a Map', new Map([['b', a], ['a', b]]), ['b', 'a']],
    ['a Map of another context', vm.runInNewContext('new Map([["b", a], ["a", b]])', { a, b }), ['b', 'a']],
    ['an object with names that are special elsewhere', Object.fromEntries([['__proto__', a], ['toString', b]]),
      ['__proto__', 'toString']],
    ['a Map with names that are special elsewhere', new Map([['', a], ['constructor', b]]), ['', 'constructor']],
    ['the same function twice', [a, a], ['#1', '#2'], [a, a]],
  ];
  for (const [what, suite, names, fns = [a, b]] of suites) {
    it(`can be ${what}`, () => {
      expect(parseSuite(suite)).to.deep.equal(
        names.map((name, i) => ({ name, fn: fns[i], takesCallback: false, ...NOT_GIVEN })));
    });
  }

  it('has its own enumerable string keys as tests, and no others', () => {
    class Unused extends Object {}
    const suite = Object.defineProperty({ x: a, [Symbol('y')]: 5 }, 'hidden', { value: 5, enumerable: false });
    expect(parseSuite(suite)).to.have.length(1);
    const array = Object.assign([a], { comment: 'two functions' });
    expect(parseSuite(array)).to.have.length(1);
    expect(thrownByAll(new Unused())).to.be.instanceOf(TypeError);
  });

  it('has each of its values read once, and none of its functions called', () => {
    let reads = 0;
    const fail = () => { throw new Error('called'); };
    const test = { get fn() { reads++; return fail; }, setup: fail, teardown: fail, each: fail };
    expect(parseSuite({ get sort() { reads++; return test; } })[0].fn).to.equal(fail);
    expect(reads).to.equal(2);
  });

  const FORMS = 'Pass an array, an object or a Map of tests';
  it('must have tests', () => {
    for (const suite of [undefined, null, 'x++', '', 5, 5n, true, Symbol('x'), new Set([a]), new Date(0), /x/,
      Promise.resolve([a]), new Uint8Array(2)]) {
      expectError(thrownByAll(suite), TypeError, `bench: expected a suite of tests, got ${show(suite)}. ${FORMS}`);
    }
  });

  it('and its settings cannot be objects that throw when they are inspected', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const { bench } = require('../..');
    // Which Deno does not show.
    const shown = (() => {
      try { return inspect(proxy); } catch (_) { return 'a value that cannot be shown'; }
    })();
    for (const [args, words] of [[[proxy], `bench: expected a suite of tests, got ${shown}`],
      [[{ a() {} }, proxy], 'bench: the options must be an object of settings'],
      [[{ a() {} }, { params: proxy }], 'bench: params must be an object of lists'],
      [[{ a() {} }, { params: { size: proxy } }], `bench: params: a value of 'size' is ${shown}`],
      [[{ a() {} }, { tier: proxy }], 'bench: tier must be \'interpreter\', \'baseline\', \'optimized\''],
      [[{ a: { fn() {}, tier: proxy } }], 'bench: test \'a\': tier must be \'interpreter\', \'baseline\''],
      [[{ a() {} }, { cold: proxy }], 'bench: cold must be true, false or a list']]) expect(() => bench(...args))
        .to.throw(TypeError, words);
  });

  it('cannot be a single function, or empty', () => {
    expectError(thrownByAll(b), TypeError,
      'bench: expected a suite of tests, got [Function: named]. Put a single function in an array: [fn]');
    for (const suite of [[], {}, new Map(), Object.create(null)]) {
      expectError(thrownByAll(suite), Error, `bench: no tests in the suite. ${FORMS}, with at least one test`);
    }
  });

  it('cannot have holes', () => {
    const words = 'the array has a hole. Add a test, or remove the comma';
    expectError(thrownByAll([a, , b]), TypeError, `bench: test '#2': ${words}`); // eslint-disable-line no-sparse-arrays
    expectError(thrownByAll(new Array(1e9)), TypeError, `bench: test '#1': ${words}`);
  });

  it('cannot be a Map with names that are no strings', () => {
    for (const name of [1, null, undefined, Symbol('x'), {}]) {
      expectError(thrownByAll(new Map([[name, a]])), TypeError,
        `bench: the name of a test must be a string, got ${show(name)}`);
    }
  });

  const thrown = new Error('no file');
  const getter = { enumerable: true, get() { throw thrown; } };
  const proxy = new Proxy({}, { ownKeys() { throw thrown; } });
  for (const [suite, where] of [
    [Object.defineProperty({ x: a }, 'y\n', getter), 'test \'y\\n\''],
    [Object.defineProperty([a], 1, getter), 'test \'#2\''],
    [{ sort: Object.defineProperty({ fn: a }, 'setup', getter), ops: 1 }, '\'setup\' of test \'sort\''],
    [{ sort: Object.defineProperty({}, 'x', getter) }, 'test \'x\' of the group \'sort\''],
    [proxy, 'the suite'], [{ sort: proxy }, 'test \'sort\''],
  ]) {
    it(`reports what cannot be read: ${where}`, () => {
      const error = thrownByAll(suite);
      expectError(error, Error, `bench: ${where} cannot be read: no file`);
      expect(error.cause).to.equal(thrown);
    });
  }
});

describe('groups of a suite', () => {
  const a = () => 1;
  const b = () => 2;
  const found = (suite) => parseSuite(suite).map(({ groupName, name, fn }) => [groupName, name, fn]);

  for (const [what, group, [first, second]] of [
    ['an object', { x: a, y: { fn: b } }, ['x', 'y']],
    ['a Map', new Map([['x', a], ['y', b]]), ['x', 'y']],
    ['an array', [a, b], ['#1', '#2']],
    ['an object of another context', vm.runInNewContext('({ x: a, y: b })', { a, b }), ['x', 'y']],
    ['a Map whose tests have the names of fields', new Map([['setup', a], ['fn', b]]), ['setup', 'fn']],
  ]) {
    it(`can be ${what}`, () => {
      const tests = [['sort', first, a], ['sort', second, b]];
      expect(found({ sort: group })).to.deep.equal(tests);
      expect(found(new Map([['sort', group]]))).to.deep.equal(tests);
      expect(found([group])).to.deep.equal(tests.map(([, ...test]) => ['#1', ...test]));
    });
  }

  it('follow the tests without a group, each in its order', () => {
    expect(found({ one: { x: a }, first: a, two: { x: b, '': a }, second: b })).to.deep.equal([
      [null, 'first', a], [null, 'second', b], ['one', 'x', a], ['two', 'x', b], ['two', '', a],
    ]);
  });

  const nested = (name) => `test '${name}' of the group 'sort' is a group, and groups cannot be nested. ` +
    `Make it a top-level group, such as 'sort ${name}'`;
  for (const [group, message] of [
    [{}, "the group 'sort' has no tests. Add some, or leave it out. A test needs fn"],
    [[], "the group 'sort' has no tests. Add some, or leave it out. A test needs fn"],
    [{ small: { x: a } }, nested('small')],
    [[[a]], nested('#1')],
    [{ x: a, y: 5 }, "test 'y' of the group 'sort': expected a function, a source string or { fn, ... }, got 5"],
    [{ x: { each: a } }, "test 'x' of the group 'sort': fn must be a function or a source string, got undefined. To " +
      'define a group with a test called each, pass a Map'],
    [[a, , b], // eslint-disable-line no-sparse-arrays
      "test '#2' of the group 'sort': the array has a hole. Add a test, or remove the comma"],
    [new Map([[1, a]]), 'the name of a test must be a string, got 1'],
  ]) {
    it(`cannot be ${show(group)}`, () => expectError(thrownByAll({ sort: group }), TypeError, `bench: ${message}`));
  }
});

describe('a test of a suite', () => {
  it('can override tiers and first calls', () => {
    const [test] = parseSuite([{ fn: nothing, tier: ['optimized', 'baseline'], cold: true }]);
    expect(test).to.deep.include({ tiers: ['optimized', 'baseline'], colds: [true] });
    expectError(thrownBy({ fn: nothing, tier: 'fast' }), TypeError,
      "bench: test 'sort': tier must be 'interpreter', 'baseline', 'optimized' or a list of them, got 'fast'");
    expectError(thrownBy({ fn: nothing, cold: 1 }), TypeError,
      "bench: test 'sort': cold must be true, false or a list of both, got 1");
  });

  it('has null for values that are null, undefined or missing', () => {
    const test =
      { fn: nothing, kind: null, setup: null, teardown: undefined, each: null, ops: null, bytes: undefined, items: null,
        timeout: null };
    const expected = { fn: nothing, takesCallback: false, ...NOT_GIVEN };
    expect(parseSuite([test, { fn: nothing }]))
      .to.deep.equal([{ name: '#1', ...expected }, { name: '#2', ...expected }]);
  });

  it('can be the source of its body', () => {
    const [inner, outer] = parseSuite([{ fn: 'return 3 * 4', kind: 'sync' }, 'return 5 // five']);
    expect(inner.fn()).to.equal(12);
    expect(inner.kind).to.equal('sync');
    expect(outer.fn()).to.equal(5);
  });

  const one = (callback) => callback();
  const two = (input, callback) => callback(null, input);
  const rest = (...args) => args[0]();
  const async = async (callback) => callback();
  const callbacks = [
    [true, [one, async, two, { fn: one }, { fn: one, setup: nothing }, { fn: two, each: nothing },
      { fn: nothing, kind: 'callback' }, { fn: rest, kind: 'callback' }, { fn: one, each: nothing, kind: 'callback' },
      'setImmediate(callback)', { fn: 'callback()' }, { fn: 'arguments[0]()', kind: 'callback' }]],
    [false, [nothing, rest, { fn: one, kind: 'sync' }, { fn: one, kind: 'promise' }, { fn: one, each: nothing },
      { fn: two, each: nothing, kind: 'sync' }, 'x = 1', '', 'return typeof callbacks + typeof mycallback',
      { fn: 'return typeof callback', kind: 'sync' }, { fn: 'return arguments[0]', each: nothing }]],
  ];
  for (const [expected, tests] of callbacks) {
    it(`takes ${expected ? 'a' : 'no'} callback according to its parameters, source, each and kind`, () => {
      for (const test of tests) expect(parseSuite([test])[0].takesCallback, show(test)).to.equal(expected);
    });
  }

  // fn.length -> whether it receives a callback, and the value of setup
  const values = [
    ['nothing without a parameter', () => {}, {}, [false, false]],
    ['a callback as its one parameter', (a) => a, {}, [true, false]],
    ['a callback as its one parameter, and as its second with params', (a, b) => b, { params: {} }, [true, false]],
    ['both with two parameters', (a, b) => b, {}, [true, true]],
    ['both with three, and params', (a, b, c) => c, { params: {} }, [true, true]],
    ['the result of setup, if kind is sync', (a) => a, { kind: 'sync' }, [false, true]],
    ['the result of setup, if kind is promise', async (a) => a, { kind: 'promise' }, [false, true]],
    ['the result of setup after params', (a, b) => b, { kind: 'sync', params: {} }, [false, true]],
    ['params alone', (a) => a, { kind: 'sync', params: {} }, [false, false]],
    ['a callback alone, if kind is callback', (a) => a, { kind: 'callback' }, [true, false]],
    ['an input alone', (a, b) => b, { each: nothing, kind: 'sync' }, [false, false]],
    ['no value if it is a source', 'x = 1', { kind: 'sync' }, [false, false]],
  ];
  for (const [what, fn, { params = null, ...more }, expected] of values) {
    it(`with a setup is given ${what}`, () => {
      const [{ takesCallback, takesValue }] = parseSuite([{ fn, setup: nothing, ...more }], { params });
      expect([takesCallback, takesValue]).to.deep.equal(expected);
    });
  }

  for (const test of [{ fn: 'callback()', each: nothing }, { fn: 'x = 1', each: nothing, kind: 'callback' }]) {
    it(`is no source with each and a callback: ${show(test)}`, () => {
      expectError(thrownBy(test), TypeError,
        'bench: test \'sort\': a source string cannot take both the input from each() and a callback. Pass a ' +
          'function (input, callback)');
    });
  }

  class Test { constructor() { this.fn = nothing; } }
  for (const test of [undefined, null, 5, NaN, 5n, true, Symbol('x'), new Set([nothing]), new Test()]) {
    it(`cannot be ${show(test)}`, () => {
      expectError(thrownBy(test), TypeError,
        `bench: test 'sort': expected a function, a source string or { fn, ... }, got ${show(test)}`);
    });
  }

  for (const source of ['x = [1', 'return }', '#!']) {
    it(`cannot have a syntax error: ${source}`, () => {
      for (const test of [source, { fn: source }]) {
        const error = thrownBy(test);
        expect(error).to.be.instanceOf(SyntaxError);
        expect(error.message).to.match(/^bench: test 'sort': cannot parse the test '.+': .+\. /)
          .and.match(/. Pass a function, or the source of its body as a string$/);
        expect(error.message).to.include(show(source));
        expect(error.cause).to.be.instanceOf(SyntaxError);
      }
    });
  }

  const KEYS = 'fn, setup, teardown, each, afterEach, ops, bytes, items, kind, timeout, tier, cold';
  for (const [key, words = `A test may have ${KEYS}`] of [
    ['setUp', "Did you mean 'setup'?"], ['tmeout', "Did you mean 'timeout'?"], ['iterations'], ['toString'],
    ['__proto__'],
  ]) {
    it(`cannot have '${key}'`, () => {
      const test = Object.fromEntries([['fn', nothing], [key, 1]]);
      expectError(thrownBy(test), TypeError, `bench: test 'sort': unknown key '${key}'. ${words}`);
    });
  }

  it('needs fn, unless a misspelled field has a more specific error', () => {
    const words = 'bench: test \'sort\': fn must be a function or a source string, got undefined. To ' +
      'define a group with a test called setup, pass a Map';
    expectError(thrownBy({ setup: nothing, each: nothing }), TypeError, words);
    for (const test of [{ fm: nothing }, { fm: nothing, setup: nothing }]) {
      expectError(thrownBy(test), TypeError, 'bench: test \'sort\': unknown key \'fm\'. Did you mean \'fn\'?');
    }
    expectError(thrownBy({ setup: nothing, native: nothing }), TypeError,
      `bench: test 'sort': unknown key 'native'. Its setup makes it a test, which may have ${KEYS}`);
  });

  // Values of a wrong type, and out of range.
  const refused = [
    ['fn', 'a function or a source string', [undefined, null, 5, {}, [nothing], true], []],
    ...['setup', 'teardown', 'each', 'afterEach'].map((key) => (
      [key, 'a function', ['x = 1', 5, {}, true, false], []])),
    ['ops', 'a number above 0', ['3', 3n, true, false, [3]], [0, -0, -1, NaN, Infinity]],
    ['bytes', 'a number above 0', ['3', 3n, true, false, {}], [0, -1, NaN, Infinity]],
    ['items', 'a number above 0', ['3', 3n, true, false, {}], [0, -1, NaN, Infinity]],
    ['timeout', 'a number of seconds above 0', ['3s', 3n, true, false, {}], [0, -1, NaN, Infinity]],
    ['kind', '\'sync\', \'callback\' or \'promise\'', [5, true, false, {}, nothing], ['', 'async', 'Sync']],
  ];
  for (const [key, words, wrongTypes, outOfRange] of refused) {
    it(`refuses ${key}: ${[...wrongTypes, ...outOfRange].map(show).join(', ')}`, () => {
      for (const [type, values] of [[TypeError, wrongTypes], [RangeError, outOfRange]]) {
        for (const value of values) {
          expectError(thrownBy({ fn: nothing, [key]: value }), type,
            `bench: test 'sort': ${key} must be ${words}, got ${show(value)}`);
        }
      }
    });
  }
});
