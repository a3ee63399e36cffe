'use strict';

/* Text for values in a page, as util.inspect() of Node, one level deep, on one line. */

// Captured at load, because a measured test may replace them.
const { apply } = Reflect;
const tagOf = Object.prototype.toString;
const { stringify } = JSON;

const MOST_ENTRIES = 3;

const isPlainName = (key) => /^[A-Za-z_$][\w$]*$/.test(key);

const quoted = (text) => `'${stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, '\\\'')}'`;

function ofFunction(fn) {
  const word = /^class\b/.test(`${fn}`) ? 'class' : 'Function';
  if (typeof fn.name !== 'string' || fn.name === '') return `[${word} (anonymous)]`;
  return word === 'class' ? `[class ${fn.name}]` : `[Function: ${fn.name}]`;
}

function ofList(list) {
  const shown = list.slice(0, MOST_ENTRIES).map((value) => within(value));
  const more = list.length - shown.length;
  if (more > 0) shown.push(`... ${more} more item${more > 1 ? 's' : ''}`);
  return shown.length === 0 ? '[]' : `[ ${shown.join(', ')} ]`;
}

function ofObject(value) {
  const tag = apply(tagOf, value, []).slice(8, -1);
  if (isNativeError(value)) return `${value.name}: ${value.message}`;
  const { constructor } = value;
  const name = typeof constructor === 'function' && constructor.name || tag;
  const parts = Object.keys(value).map((key) => `${isPlainName(key) ? key : quoted(key)}: ${within(value[key])}`);
  const text = parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  return name === 'Object' ? text : `${name} ${text}`;
}

function within(value) {
  if (value === null || typeof value !== 'object') return inspect(value);
  return Array.isArray(value) ? '[Array]' : `[${apply(tagOf, value, []).slice(8, -1)}]`;
}

/** Throws if a getter or a proxy throws. */
function inspect(value) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return ofFunction(value);
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? ofList(value) : ofObject(value);
}

const isNativeError = (value) =>
  value !== null && typeof value === 'object' && apply(tagOf, value, []) === '[object Error]';

module.exports = { inspect, isNativeError };
