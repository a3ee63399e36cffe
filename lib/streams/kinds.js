'use strict';

/*
 * What a factory gave. Told by what it has and not by its class: streams come from readable-stream, from other realms,
 * or are written by hand.
 */

const isFunction = (value) => typeof value === 'function';
const isObject = (value) => value !== null && (typeof value === 'object' || typeof value === 'function');

function isNodeReadable(value) {
  if (!isFunction(value.pipe) || !isFunction(value.on)) return false;
  const { _writableState: writing, _readableState: reading } = value;
  // A Writable inherits pipe(), which throws.
  return writing ? Boolean(reading) && reading.readable !== false : true;
}

function isNodeWritable(value) {
  if (!isFunction(value.write) || !isFunction(value.end) || !isFunction(value.on)) return false;
  const { _writableState: writing, _readableState: reading } = value;
  return reading ? Boolean(writing) && writing.writable !== false : true;
}

const isWebReadable = (value) => isObject(value) && isFunction(value.getReader) && isFunction(value.pipeTo);
const isWebWritable = (value) => isObject(value) && isFunction(value.getWriter) && isFunction(value.abort);

/**
 * @param {*} value
 * @returns {{ isWeb: boolean, readable: object|null, writable: object|null } | null} its two sides, null where there is
 *   no such; of a Node stream with both they are the same. null for what is no stream
 */
function sidesOf(value) {
  if (!isObject(value)) return null;
  if (isWebReadable(value)) return { isWeb: true, readable: value, writable: null };
  if (isWebWritable(value)) return { isWeb: true, readable: null, writable: value };
  const reads = isNodeReadable(value);
  const writes = isNodeWritable(value);
  if (reads || writes) return { isWeb: false, readable: reads ? value : null, writable: writes ? value : null };
  const { readable, writable } = value;
  return isWebReadable(readable) && isWebWritable(writable) ? { isWeb: true, readable, writable } : null;
}

/** @returns {'duplex'|'readable'|'writable'|null} null for what is no stream, or throws when it is looked at */
function kindOf(value) {
  try {
    const sides = sidesOf(value);
    if (sides === null) return null;
    return sides.readable && sides.writable ? 'duplex' : sides.readable ? 'readable' : 'writable';
  } catch (_) {
    return null;
  }
}

/** Whether a stream has been used before: what is left of it would be measured. */
function isUsed({ isWeb, readable, writable }) {
  if (isWeb) return Boolean((readable && readable.locked) || (writable && writable.locked));
  return Boolean((readable && (readable.destroyed || readable.readableEnded))
    || (writable && (writable.destroyed || writable.writableEnded)));
}

module.exports = { sidesOf, kindOf, isUsed };
