'use strict';

const { compileLoop } = require('../measure/loop');
const { isGeneratorFunction, show } = require('../../base/text/show');

const HINT = 'Pass a function, or the source of its body as a string';

/** Calling a generator function does not run its body. whoOf() returns the first words of the error. */
function refuseGenerator(fn, whoOf) {
  if (!isGeneratorFunction(fn)) return;
  throw new TypeError(`${whoOf()} is a generator function: calling it does not run its body. Pass a function that ` +
    'iterates it, such as () => { for (const value of generate()); }');
}

/** A string becomes the body of a function in the global scope, which can call `callback`. Errors name the test. */
function toTestFunction(test, parameters = 'callback') {
  if (typeof test === 'function') {
    refuseGenerator(test, () => `timeit: the test ${describeTest(test)}`);
    return test;
  }
  if (typeof test !== 'string') throw new TypeError(`timeit: expected a test function, got ${show(test)}. ${HINT}`);
  try {
    return compileLoop([], `return function (${parameters}) {\n${test}\n};`)();
  } catch (error) {
    throw new SyntaxError(`timeit: cannot parse the test ${show(test)}: ${error.message}. ${HINT}`);
  }
}

/** The name of a test in messages: the message of the user, its name, or the beginning of its source. */
function describeTest(test, message) {
  if (message) return `"${message}"`;
  if (typeof test === 'function' && typeof test.name === 'string' && test.name) return `"${test.name}"`;
  const source = String(test).replace(/\s+/g, ' ');
  return `"${source.length > 40 ? `${source.slice(0, 37)}...` : source}"`;
}

module.exports = { toTestFunction, refuseGenerator, describeTest };
