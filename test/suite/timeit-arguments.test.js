'use strict';

const { expect } = require('chai');
const { parseGoal, toTestFunction, describeTest } = require('#lib/core/suite/timeit-arguments');
const { show } = require('#lib/base/text/show');

// The ends of errors
const FORMS = 'Pass a number of calls (1e6, { count: 1e6 }) or a time (0.5, \'2s\', \'500ms\', { seconds: 2 })';
const HINT = 'Pass a function, or the source of its body as a string';

describe('the goal of a run', () => {
  const counts = [
    [1, 1], [1e6, 1e6], [2 ** 53 - 1, 2 ** 53 - 1], [{ count: 7 }, 7], [{ count: 3, seconds: undefined }, 3],
  ];
  const seconds = [
    [0.5, 0.5], [1.5, 1.5], [Number.MIN_VALUE, Number.MIN_VALUE], ['2s', 2], ['1.0s', 1], ['500ms', 0.5],
    ['0.25 s', 0.25], [' 20 MS ', 0.02], ['.5S', 0.5], ['5.s', 5], ['1e3ms', 1], ['25e-1s', 2.5], ['1E+1s', 10],
    ['1us', 1e-6], ['1.5\u00b5s', 1.5e-6], ['2\u03bcs', 2e-6], ['250ns', 2.5e-7], ['2m', 120], ['0.5 H', 1800],
    [{ seconds: 2 }, 2], [{ seconds: 0.5, count: undefined }, 0.5],
  ];
  it('is a number of calls or of seconds', () => {
    for (const [given, count] of counts) expect(parseGoal(given), show(given)).to.deep.equal({ count });
    for (const [given, value] of seconds) expect(parseGoal(given), show(given)).to.deep.equal({ seconds: value });
  });

  for (const [type, words, values] of [
    [RangeError, (shown) => `cannot call a test ${shown} times`, [0, -0, -3]],
    [RangeError, (shown) => `${shown} is more calls than can be counted (2^53 - 1)`, [2 ** 53, 1e300]],
    [RangeError, (shown) => `a time must be finite and above 0, got ${shown}`,
      [NaN, Infinity, -Infinity, -0.5, '-2s', '-1us', '0s', '1e999s']],
    [TypeError, (shown) => `${shown} has no unit of time (h, m, s, ms, us, ns)`,
      ['5', '', 's', '.s', '5kg', '5constructor', '2 minutes', '2sec']],
    [TypeError, (shown) => `${shown} is neither a number of calls nor a time`,
      [5n, undefined, null, true, Symbol('x'), () => 1, [10], {}, { time: 3 }]],
    [TypeError, (shown) => `${shown} has both a count and seconds`, [{ count: 5, seconds: 1 }]],
  ]) {
    it(`cannot be ${values.map(show).join(', ')}`, () => {
      for (const given of values) {
        expect(() => parseGoal(given), show(given)).to.throw(type, `timeit: ${words(show(given))}. ${FORMS}`);
      }
    });
  }

  for (const [field, type, words, values] of [
    ['count', TypeError, (shown) => `${shown} is not a number of calls`, ['5', 5n, null]],
    ['count', RangeError, (shown) => `cannot call a test ${shown} times`, [0, 1.5, NaN, Infinity]],
    ['seconds', TypeError, (shown) => `${shown} is not a time`, ['2', null]],
    ['seconds', RangeError, (shown) => `a time must be finite and above 0, got ${shown}`, [0, -1, NaN, Infinity]],
  ]) {
    it(`cannot have ${field} of ${values.map(show).join(', ')}`, () => {
      for (const value of values) {
        expect(() => parseGoal({ [field]: value }), show(value))
          .to.throw(type, `timeit: ${words(show(value))}. ${FORMS}`);
      }
    });
  }

  it('cannot be an object that throws when it is read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const given of [proxy, { get count() { throw new Error('no'); } }]) {
      expect(() => parseGoal(given))
        .to.throw(TypeError, /^timeit: the goal cannot be read: .*. Pass a number of calls/);
    }
  });
});

describe('a test', () => {
  it('is a function, or the body of one as a string', () => {
    for (const fn of [() => {}, async () => {}, class {}, Math.sqrt]) expect(toTestFunction(fn)).to.equal(fn);
    for (const [source, result] of [
      ['return 1 + 1', 2], ['return typeof callback', 'undefined'], ['return 5 // and a comment', 5], ['', undefined],
    ]) expect(toTestFunction(source)(), source).to.equal(result);
    let called = 0;
    toTestFunction('callback(null)')(() => { called++; });
    expect(called).to.equal(1);
  });

  for (const generate of [function* generate() {}, async function* generate() {}, { * generate() {} }.generate]) {
    it(`is not a generator function, a call of which runs nothing: ${generate.constructor.name}`, () => {
      const words = new RegExp(`^timeit: the test "${generate.name}" is a generator function: .+\\. Pass a function `);
      expect(() => toTestFunction(generate)).to.throw(TypeError, words);
    });
  }

  it('is nothing else, and no source that cannot be parsed', () => {
    for (const value of [undefined, null, 5, true, {}, [], Symbol('x'), 5n]) {
      expect(() => toTestFunction(value)).to.throw(TypeError, new RegExp(
        `^timeit: expected a test function, got .+\\. ${HINT}$`));
    }
    expect(() => toTestFunction('x = [1')).to.throw(SyntaxError, new RegExp(
      `^timeit: cannot parse the test 'x = \\[1': .+\\. ${HINT}$`));
  });
});

describe('the name of a test', () => {
  const named = function sortIt() {};
  for (const [test, message, name] of [
    [named, 'my words', '"my words"'], [named, '', '"sortIt"'], [named, undefined, '"sortIt"'],
    [(() => () => 1)(), '', '"() => 1"'], [(() => () => { return   1; })(), '', '"() => { return 1; }"'],
    [Object.defineProperty(() => 1, 'name', { value: Symbol('x') }), '', '"() => 1"'],
    ['x  =  1;\n y = 2', '', '"x = 1; y = 2"'],
    ['x'.repeat(40), '', `"${'x'.repeat(40)}"`], ['x'.repeat(41), '', `"${'x'.repeat(37)}..."`],
  ]) {
    it(`is ${name}`, () => expect(describeTest(test, message)).to.equal(name));
  }
});
