'use strict';

/* Kinds of functions, of any realm. Works with replaced builtins. */

const { apply } = Reflect;
const nameOf = Object.prototype.toString;

const tagOf = (fn) => (typeof fn === 'function' ? apply(nameOf, fn, []) : '');

const isAsyncFunction = (fn) => tagOf(fn) === '[object AsyncFunction]';

function isGeneratorFunction(fn) {
  const tag = tagOf(fn);
  return tag === '[object GeneratorFunction]' || tag === '[object AsyncGeneratorFunction]';
}

module.exports = { isAsyncFunction, isGeneratorFunction };
