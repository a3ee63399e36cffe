'use strict';

/* The arguments of timeit(): how often to call, or for how long, and the test, which bench() takes, too. */

const { compileLoop } = require('../measure/loop');
const { isGeneratorFunction, readMessage, show } = require('../../base/text/show');

const FORMS = 'Pass a number of calls (1e6, { count: 1e6 }) or a time (0.5, \'2s\', \'500ms\', { seconds: 2 })';

const UNITS = {
  __proto__: null, h: [3600, 1], m: [60, 1], s: [1, 1], ms: [1, 1e3], us: [1, 1e6], '\u00b5s': [1, 1e6],
  '\u03bcs': [1, 1e6], ns: [1, 1e9],
};
const SPELLED = /^\s*(-?(?:\d+\.?\d*|\.\d+))(?:e([+-]?\d+))?\s*([a-z\u00b5\u03bc]+)\s*$/i;

function checkCount(count) {
  if (typeof count !== 'number') throw new TypeError(`timeit: ${show(count)} is not a number of calls. ${FORMS}`);
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`timeit: cannot call a test ${show(count)} times. ${FORMS}`);
  }
  if (!Number.isSafeInteger(count)) {
    throw new RangeError(`timeit: ${show(count)} is more calls than can be counted (2^53 - 1). ${FORMS}`);
  }
  return { count };
}

function checkSeconds(seconds, given = seconds) {
  if (typeof seconds !== 'number') throw new TypeError(`timeit: ${show(given)} is not a time. ${FORMS}`);
  if (!(seconds > 0) || seconds === Infinity) {
    throw new RangeError(`timeit: a time must be finite and above 0, got ${show(given)}. ${FORMS}`);
  }
  return { seconds };
}

/** Reads each field once, because it can be a getter that throws. */
function fieldsOf(given) {
  try {
    const { count, seconds } = given;
    return { count, seconds };
  } catch (thrown) {
    throw new TypeError(`timeit: the goal cannot be read: ${readMessage(thrown)}. ${FORMS}`, { cause: thrown });
  }
}

/** A bare number is a count if it is an integer, and seconds if it has a fraction. */
function parseGoal(given) {
  if (typeof given === 'number') return Number.isInteger(given) ? checkCount(given) : checkSeconds(given);
  if (typeof given === 'string') {
    const [, digits, exponent = '0', unit = ''] = SPELLED.exec(given) || [];
    const factors = UNITS[unit.toLowerCase()];
    if (!factors) throw new TypeError(`timeit: ${show(given)} has no unit of time (h, m, s, ms, us, ns). ${FORMS}`);
    return checkSeconds(Number(`${digits}e${exponent}`) * factors[0] / factors[1], given);
  }
  if (given !== null && typeof given === 'object') {
    const { count, seconds } = fieldsOf(given);
    if (count !== undefined && seconds !== undefined) {
      throw new TypeError(`timeit: ${show(given)} has both a count and seconds. ${FORMS}`);
    }
    if (count !== undefined) return checkCount(count);
    if (seconds !== undefined) return checkSeconds(seconds);
  }
  throw new TypeError(`timeit: ${show(given)} is neither a number of calls nor a time. ${FORMS}`);
}

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

module.exports = { parseGoal, toTestFunction, refuseGenerator, describeTest };
