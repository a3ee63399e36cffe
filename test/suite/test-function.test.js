'use strict';

const { expect } = require('chai');
const { toTestFunction, nameOf } = require('../../lib/suite/test-function');

describe('a test', () => {
  it('is a function as it is', () => {
    for (const fn of [() => {}, async () => {}, class {}, Math.sqrt]) expect(toTestFunction(fn)).to.equal(fn);
  });

  it('is the body of a function as a string', () => {
    expect(toTestFunction('return 1 + 1')()).to.equal(2);
    expect(toTestFunction('return typeof callback')()).to.equal('undefined');
    let called = 0;
    toTestFunction('callback(null)')(() => { called++; });
    expect(called).to.equal(1);
    expect(toTestFunction('return 5 // and a comment')()).to.equal(5);
    expect(toTestFunction('')()).to.equal(undefined);
  });

  for (const generate of [function* generate() {}, async function* generate() {}, { * generate() {} }.generate]) {
    it(`is no generator function, a call of which runs nothing: ${generate.constructor.name}`, () => {
      const words = new RegExp(`^timeit: the test "${generate.name}" is a generator function, .+; give a function `);
      expect(() => toTestFunction(generate)).to.throw(TypeError, words);
    });
  }

  it('may have a name that is none', () => {
    const test = Object.defineProperty(() => 1, 'name', { value: Symbol('x') });
    expect(nameOf(test)).to.equal('"() => 1"');
  });

  for (const value of [undefined, null, 5, true, {}, [], Symbol('x'), 5n]) {
    it(`is not ${String(value) || '[]'}`, () => {
      expect(() => toTestFunction(value))
        .to.throw(
          TypeError,
            /^timeit: expected a test function, got .+; give a function, or the source of its body as a string$/);
    });
  }

  it('is not what cannot be parsed', () => {
    expect(() => toTestFunction('x = [1')).to.throw(SyntaxError,
      /^timeit: cannot parse the test 'x = \[1': .+; give a function, or the source of its body as a string$/);
  });
});

describe('the name of a test', () => {
  const named = function sortIt() {};
  const cases = [
    [named, 'my words', '"my words"'],
    [named, '', '"sortIt"'],
    [named, undefined, '"sortIt"'],
    [(() => () => 1)(), '', '"() => 1"'],
    [(() => () => { return   1; })(), '', '"() => { return 1; }"'],
    ['x  =  1;\n y = 2', '', '"x = 1; y = 2"'],
    ['x'.repeat(40), '', `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), '', `"${'x'.repeat(37)}..."`],
  ];
  for (const [test, message, name] of cases) {
    it(`is ${name}`, () => expect(nameOf(test, message)).to.equal(name));
  }
});
