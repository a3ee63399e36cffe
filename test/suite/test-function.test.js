'use strict';

const { expect } = require('chai');
const { toTestFunction, describeTest } = require('#lib/core/suite/timeit-arguments');

const HINT = 'Pass a function, or the source of its body as a string';

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
