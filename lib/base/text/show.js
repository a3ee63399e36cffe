'use strict';

/* Any value on one line, and kinds of values of any realm. A getter or a proxy may throw at any access. */

const { inspect, isNativeError } = require('#engine');

// Captured at load, because a measured test may change them.
const { apply } = Reflect;
const nameOf = Object.prototype.toString;
const { has } = Map.prototype;

function inspected(value, options) {
  try {
    return inspect(value, { depth: 0, ...options });
  } catch (_) {
    // A revoked proxy, which Deno cannot show, or a value that throws when it is inspected.
    return 'a value that cannot be shown';
  }
}

/** A value in errors: one short line. */
function show(value) {
  const text = inspected(value, { breakLength: Infinity, maxArrayLength: 3 });
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function isError(value) {
  try {
    return isNativeError(value) || value instanceof Error;
  } catch (_) {
    return false;
  }
}

function describeThrown(thrown) {
  try {
    if (isError(thrown)) return `${thrown.name}: ${thrown.message}`;
  } catch (_) {
    return 'a value that cannot be shown';
  }
  return inspected(thrown);
}

/** Never empty. */
function readMessage(thrown) {
  try {
    return String((thrown && thrown.message) || thrown) || 'an error without a message';
  } catch (_) {
    return 'an error that cannot be read';
  }
}

const tagOf = (fn) => (typeof fn === 'function' ? apply(nameOf, fn, []) : '');
const isAsyncFunction = (fn) => tagOf(fn) === '[object AsyncFunction]';
const isGeneratorFunction = (fn) => /^\[object (Async)?GeneratorFunction\]$/.test(tagOf(fn));

const isClass = (fn) => /^class\b/.test(Function.prototype.toString.call(fn));

function holds(probe) {
  try {
    return probe();
  } catch (_) {
    return false;
  }
}

/** Also accepts objects without a prototype, and module namespaces. */
const isPlainObject = (value) => value !== null && typeof value === 'object' && holds(() => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
});

/** The methods of Map throw for all other values. */
const isMap = (value) => holds(() => typeof apply(has, value, [0]) === 'boolean');
const isArray = (value) => holds(() => Array.isArray(value));

module.exports = {
  show, describeThrown, readMessage, isError, isAsyncFunction, isGeneratorFunction, isClass, isPlainObject, isMap,
  isArray,
};
