'use strict';

/*
 * Where a text stops being JSON, and why. JSON.parse() tells the place in some versions of Node and for some
 * texts only; so what it refuses is read once more here, for the message.
 */

const { show } = require('../text/show');

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_CUT_OFF = /-$|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)$/y;
const WORD = /[\w$.+-]+/y;
const REST = 'the rest of a string';
const LITERALS = ['true', 'false', 'null'];

function match(pattern, text, at) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? found[0] : '';
}

/** The word or character that stands at a place, as it is named in an error. */
function foundAt(text, at) {
  return show(match(WORD, text, at) || String.fromCodePoint(text.codePointAt(at)));
}

/** The end of a string that begins at a quote: { at }, or { at, expected, found } of what may not stand in it. */
function endOfString(text, from) {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { at: at + 1 };
    if (code < 0x20) return { at, expected: REST, found: code === 10 || code === 13 ? 'a line break' : show(text[at]) };
    if (code !== 0x5c) continue;
    at++;
    if (at >= text.length) break;
    if (text[at] !== 'u') {
      if (!'"\\/bfnrt'.includes(text[at])) return { at, expected: REST, found: show(`\\${text[at]}`) };
      continue;
    }
    for (let i = 0; i < 4; i++) {
      at++;
      if (at >= text.length) return { at, found: null };
      if (!/[\da-f]/i.test(text[at])) return { at, expected: 'four digits after \\u', found: show(text[at]) };
    }
  }
  return { at: text.length, found: null };
}

/** A number, a string or a literal: { at } behind it, or { at, found }, found being null at the end of the text. */
function endOfScalar(text, at) {
  const character = text[at];
  if (character === '"') return endOfString(text, at);
  if (match(NUMBER_CUT_OFF, text, at)) return { at: text.length, found: null };
  const number = match(NUMBER, text, at);
  if (number) return { at: at + number.length };
  const word = match(WORD, text, at);
  if (LITERALS.includes(word)) return { at: at + word.length };
  if (word && at + word.length === text.length && LITERALS.some((literal) => literal.startsWith(word))) {
    return { at: text.length, found: null };
  }
  return { at, found: foundAt(text, at) };
}

/** What may stand at a place, and what is told where something else does. */
const WORDS = {
  value: () => 'a value',
  firstValue: () => 'a value or \']\'',
  name: () => 'a name in quotes',
  firstName: () => 'a name in quotes or \'}\'',
  colon: () => '\':\'',
  next: (closing) => `',' or ${show(closing)}`,
  end: () => 'the end of the file',
};

// What opens a list or an object -> the state behind it, and what closes it.
const OPENING = { '{': 'firstName', '[': 'firstValue' };
const CLOSING = { '{': '}', '[': ']' };

/**
 * @param {string} text that JSON.parse() refuses
 * @returns {{ at: number, line: number, column: number, isEnd: boolean, expected: string, found: string } | null}
 *   at: index of the character, line and column from 1; isEnd: it is the end that came too early; null for a text
 *   that is JSON
 */
function jsonFault(text) {
  const open = [];
  let state = 'value';
  let at = 0;
  const closing = () => open[open.length - 1];
  const failure = (place, found, expected = WORDS[state](closing())) => {
    let line = 1;
    let start = 0;
    for (let next = text.indexOf('\n'); next >= 0 && next < place; next = text.indexOf('\n', start)) {
      line++;
      start = next + 1;
    }
    return { at: place, line, column: place - start + 1, isEnd: found === null, expected, found: found || 'the end' };
  };

  for (;;) {
    at += match(BLANK, text, at).length;
    const character = text[at];
    if (character === undefined) return state === 'end' ? null : failure(at, null);
    const wantsValue = state === 'value' || state === 'firstValue';
    const wantsName = state === 'name' || state === 'firstName';
    let end = { at: at + 1 };
    if (character === closing() && (state === 'next' || state === 'firstValue' || state === 'firstName')) {
      open.pop();
      state = open.length ? 'next' : 'end';
    } else if (wantsValue && OPENING[character]) {
      open.push(CLOSING[character]);
      state = OPENING[character];
    } else if (state === 'next' && character === ',') {
      state = closing() === ']' ? 'value' : 'name';
    } else if (state === 'colon' && character === ':') {
      state = 'value';
    } else if (wantsValue || (wantsName && character === '"')) {
      end = endOfScalar(text, at);
      if (end.found !== undefined) return failure(end.at, end.found, end.expected);
      state = wantsName ? 'colon' : open.length ? 'next' : 'end';
    } else {
      return failure(at, foundAt(text, at));
    }
    ({ at } = end);
  }
}

module.exports = { jsonFault };
