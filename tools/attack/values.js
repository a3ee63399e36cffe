'use strict';

/* Unexpected values for functions, and texts for arguments and names. */

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const circular = () => {
  const value = {};
  value.self = value;
  return value;
};
const deep = () => {
  let value = [];
  for (let i = 0; i < 5000; i++) value = [value];
  return value;
};
const rejected = () => {
  const promise = Promise.reject(new Error('on purpose'));
  // The receiver need not look at it.
  promise.catch(() => {});
  return promise;
};

/** Name and factory of values that are invalid as a number of calls, a time, a function, settings or a text. */
const VALUES = [
  ['undefined', () => undefined], ['null', () => null], ['true', () => true], ['NaN', () => NaN],
  ['Infinity', () => Infinity], ['-Infinity', () => -Infinity],
  ['0', () => 0], ['-0', () => -0], ['-1', () => -1], ['1e300', () => 1e300], ['2 ** 53', () => 2 ** 53],
  ['5n', () => 5n], ['Symbol()', () => Symbol('odd')],
  ["''", () => ''], ["' '", () => ' '], ["'5'", () => '5'], ["'0x10s'", () => '0x10s'], ["'-1s'", () => '-1s'],
  ["'1e999s'", () => '1e999s'], ["'__proto__'", () => '__proto__'],
  ['100 kB of x', () => 'x'.repeat(1e5)], ['half a pair', () => '\ud800'], ['ESC', () => '\u001b[2J\u009b1m'],
  ['[]', () => []], ['[,,]', () => [,,]], // eslint-disable-line no-sparse-arrays
  ['{}', () => ({})], ['no prototype', () => Object.create(null)], ['circular', circular], ['deep', deep],
  ['revoked proxy', revoked],
  ['getter that throws', () => ({ get fn() { throw new Error('on purpose'); } })],
  ['proxy that throws', () => new Proxy(
    {}, { get() { throw new Error('on purpose'); }, ownKeys() { throw new Error('on purpose'); } })],
  ['frozen', () => Object.freeze({ count: NaN })], ['class', () => class Odd {}], ['Date', () => new Date(NaN)],
  ['RegExp', () => /x/], ['Map', () => new Map([[Symbol('key'), 1]])],
  ['typed array', () => new Float64Array(3)], ['Buffer', () => Buffer.from([0, 255])], ['Promise', rejected],
  ['thenable', () => ({ then() { throw new Error('on purpose'); } })],
  ['boxed', () => Object(5)], ['WeakMap', () => new WeakMap()],
  ['arguments', () => (function odd() { return arguments; })(1, 2)],
];

/** { name, value } */
function oddValue({ one }) {
  const [name, make] = one(VALUES);
  return { name, value: make() };
}

const TEXTS = [
  '', ' ', '-', '--', '---', '-1', '0', '1e999', '-1e999', 'NaN', 'nan%', '0x10', '1_000', '1__0', '9'.repeat(400),
  '0.0000000000000000000001', '1e-400', '5%', '-5%', '1000%', '٣',
  'x'.repeat(20000), '\u001b[31mred\u001b]0;title\u0007', '\u009b31m', 'a\nb', 'a\r\nb', '\t', '=1+1', '@SUM(A1)', '+1',
  "'", '"', '`', '$(true)', '%s%d%n', '\\', '../..', '/', '//', './.',
  '/dev/null/x', 'no/such/file.json', 'results.json/x', 'a'.repeat(300), '日本語', '🧨', '\u202egnol', '\ufeff', '\ud800',
  'e\u0301', '__proto__', 'constructor', 'toString', 'hasOwnProperty',
  '*', '**', '{a,b', '[', '!', '?', '#', ';', '|', '&', '<b>', ',', ',,', '=', 'a=', '=b', 'n=', 'n=x', 'n=1,2', '1,2',
  '0-', '3-1', '0-99999', 'true', 'false', 'null', 'undefined',
];

/** Text for an argument: one of these, or some bytes; never with a NUL, which arguments cannot contain. */
function oddText({ one, below, chance }) {
  if (chance(0.85)) return one(TEXTS);
  let text = '';
  for (let length = 1 + below(12); length > 0; length--) {
    text += String.fromCodePoint(1 + below(chance(0.5) ? 0x7e : 0x2ff));
  }
  return text;
}

/** Names for tests and files, without words that a report must not contain. */
const NAMES = [
  '', ' ', 'plain', '__proto__', 'constructor', '\u001b[31mred', '\u001b]0;title\u0007', '\u009b2J', 'two\nlines',
  'a\rb', '=1+1', '@SUM(A1)', '-2', '+2', '"quoted", and more', "it's", '`x`',
  '| a | b |', '<script>alert(1)</script>', '&amp;', '日本語', '🧨👨‍👩‍👧', '\u202egnol', 'x'.repeat(5000), '\ud800',
  '%s', '::error::x', '\u0000', '../up', '#2', '..', '1', '0', 'toString',
];

module.exports = { VALUES, oddValue, oddText, TEXTS, NAMES };
