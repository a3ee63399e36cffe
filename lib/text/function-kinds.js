'use strict';

/* What kind of function it is, of any realm, whatever a test has replaced. */

// Captured at load.
const { apply } = Reflect;
const nameOf = Object.prototype.toString;

const tagOf = (fn) => (typeof fn === 'function' ? apply(nameOf, fn, []) : '');

const isAsyncFunction = (fn) => tagOf(fn) === '[object AsyncFunction]';

/** A call of which gives values one after the other, awaited or not. */
function isGeneratorFunction(fn) {
  const tag = tagOf(fn);
  return tag === '[object GeneratorFunction]' || tag === '[object AsyncGeneratorFunction]';
}

module.exports = { isAsyncFunction, isGeneratorFunction };
