'use strict';

/* Any value on one line, and kinds of values of any realm. A getter or a proxy may throw at any access. */

const { inspect, isNativeError } = require('#engine');

// Captured at load, because a measured test may change them.
const { apply } = Reflect;
const nameOf = Object.prototype.toString;
const { has } = Map.prototype;

function attempt(action, otherwise) {
  try {
    return action();
  } catch (_) {
    return otherwise;
  }
}

const UNSHOWN = 'a value that cannot be shown'; // a revoked proxy in Deno, or a value that throws when it is inspected

const inspected = (value, options) => attempt(() => inspect(value, { depth: 0, ...options }), UNSHOWN);

/** A value in errors: one short line. */
function show(value) {
  const text = inspected(value, { breakLength: Infinity, maxArrayLength: 3 });
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const isError = (value) => attempt(() => isNativeError(value) || value instanceof Error, false);

const describeThrown = (thrown) => (
  isError(thrown) ? attempt(() => `${thrown.name}: ${thrown.message}`, UNSHOWN) : inspected(thrown));

/** Never empty. */
const readMessage = (thrown) => attempt(
  () => String((thrown && thrown.message) || thrown) || 'an error without a message', 'an error that cannot be read');

const functionText = (fn) => attempt(() => String(fn), '(source unavailable)');

const tagOf = (fn) => (typeof fn === 'function' ? apply(nameOf, fn, []) : '');
const isAsyncFunction = (fn) => tagOf(fn) === '[object AsyncFunction]';
const isGeneratorFunction = (fn) => /^\[object (Async)?GeneratorFunction\]$/.test(tagOf(fn));

const isClass = (fn) => /^class\b/.test(Function.prototype.toString.call(fn));

/** Also accepts objects without a prototype, and module namespaces. */
const isPlainObject = (value) => value !== null && typeof value === 'object' && attempt(() => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}, false);

/** The methods of Map throw for all other values. */
const isMap = (value) => attempt(() => typeof apply(has, value, [0]) === 'boolean', false);
const isArray = (value) => attempt(() => Array.isArray(value), false);

module.exports = {
  attempt, show, describeThrown, readMessage, functionText, isError, isAsyncFunction, isGeneratorFunction, isClass,
  isPlainObject, isMap, isArray,
};
