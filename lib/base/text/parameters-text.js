'use strict';

/*
 * Parses parameters from the text of a configuration, 'n=1024 type="fast"'. Values are JSON (run, and this library), or
 * the output of util.inspect() (Node core's compare.js), which has three kinds of quotes and breaks long strings into
 * lines. Any other text has no parameters.
 */

const NAME = /([^\s='"`]+)=/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?= |$)/y;
// Both writers escape control characters.
const STRING = /"((?:[ !#-[\]-\uffff]|\\.)*)"|'((?:[ -&(-[\]-\uffff]|\\.)*)'|`((?:[ -[\]-_a-\uffff]|\\.)*)`/y;
const JOINED = / \+\r?\n */y;

const ESCAPE = /\\(?:(["'`\\/])|([bfnrt])|x([\da-f]{2})|u([\da-f]{4})|.)/gi;
const CONTROLS = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A match of a sticky pattern at a place, or of a global one after it */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Null for escapes unknown to JSON and inspect(). */
function unescaped(body) {
  let isKnown = true;
  const text = body.replace(ESCAPE, (all, itself, control, hex, unicode) => {
    if (itself) return itself;
    if (control && CONTROLS[control]) return CONTROLS[control];
    if (hex || unicode) return String.fromCharCode(parseInt(hex || unicode, 16));
    isKnown = false;
    return all;
  });
  return isKnown ? text : null;
}

/** { value, at } with the index after the string; null without one. */
function stringAt(text, from) {
  let value = '';
  for (let at = from; ;) {
    const found = matchAt(STRING, text, at);
    const part = found && unescaped(found[1] ?? found[2] ?? found[3]);
    if (part === null) return null;
    value += part;
    at += found[0].length;
    const joined = matchAt(JOINED, text, at);
    if (!joined) return { value, at };
    at += joined[0].length;
  }
}

function valueAt(text, at) {
  const found = matchAt(NUMBER, text, at);
  if (!found) return stringAt(text, at);
  const value = Number(found[0]);
  return Number.isFinite(value) ? { value, at: at + found[0].length } : null;
}

/** The parameters in the order of the text; null if the text is ambiguous. */
function parseParameters(text) {
  const parameters = {};
  for (let at = 0; at < text.length; at++) {
    const name = matchAt(NAME, text, at);
    // An assignment to __proto__ makes no property.
    if (!name || name[1] === '__proto__' || Object.hasOwn(parameters, name[1])) return null;
    const found = valueAt(text, at + name[0].length);
    if (!found) return null;
    ({ at } = found);
    // One blank separates parameters.
    if (at < text.length && (text[at] !== ' ' || at === text.length - 1)) return null;
    parameters[name[1]] = found.value;
  }
  return parameters;
}

module.exports = { matchAt, parseParameters };
