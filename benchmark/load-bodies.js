'use strict';

/*
 * The bodies that are measured under load, 1 ns to 1 ms, each with a kind of test. The time per call stays constant: no
 * number exceeds 32 bits, and nothing is retained.
 */

const { bodyOf } = require('./body');

const LCG = 's = Math.imul(s, 1664525) + 1013904223 | 0;';
const numbers = (size, value) => `var v, a = Array.from({ length: ${size} }, function (e, i) { return ${value}; });`;

// [declarations, body]
const TEXTS = {
  'n++': ['var n = 0;', 'n = n + 1 | 0;'],
  'Map get': ['var m = new Map([[1, 1], [2, 2], [3, 3]]), v = 0;', 'v = m.get(3) + v | 0;'],
  'LCG x4': ['var s = 1;', LCG.repeat(4)],
  'LCG x16': ['var s = 1;', LCG.repeat(16)],
  'array of 3': ['var x;', 'x = [1, 2, 3];'],
  'float division': ['var d = 1;', 'd = 1 / (d + 1);'],
  'string concatenation': ['var s, n = 0;', "n = n + 1 & 1023; s = 'a' + n;"],
  'JSON.parse': ['var o;', 'o = JSON.parse(\'{"a":1,"b":[1,2,3]}\');'],
  'RegExp exec': ['var r;', "r = /a(b+)c/.exec('xxabbbc');"],
  'map over 60': [`${numbers(60, 'i')} function twice(e) { return e * 2; }`, 'v = a.map(twice);'],
  'sort of 100': [numbers(100, 'i * 37 % 101'), 'v = a.slice().sort(function (p, q) { return p - q; });'],
  'reduce over 1000': [numbers(1000, 'i'), 'v = a.reduce(function (p, q) { return p + q; }, 0);'],
  // Not a sum of doubles: adding doubles takes two cycles, but three if another program uses the same core.
  'hash of 100000': [
    'var b = new Uint8Array(1024).fill(97), v;',
    'let t = 0; for (let k = 0; k < 100000; k++) t = Math.imul(t, 31) + b[k & 1023] | 0; v = t;',
  ],
  'chain of 1 ms': [
    'var t = 1;',
    'let u = t; for (let k = 0; k < 900000; k++) u = Math.imul(u, 1664525) + k | 0; t = u;',
  ],
};

// Bodies for which queueing a promise or checking a callback is a small or a large part of the time.
const KINDS = {
  sync: Object.keys(TEXTS),
  callback: ['LCG x4', 'LCG x16', 'JSON.parse', 'reduce over 1000'],
  promise: ['LCG x16', 'JSON.parse', 'reduce over 1000', 'hash of 100000'],
};

/** @returns {object} as bodyOf(), plus { kind, test(): creates the function for a tool } */
function make(kind, text) {
  const made = bodyOf(kind === 'sync' ? text : `${text} (${kind})`, ...TEXTS[text]);
  return { ...made, kind, test: made[kind] };
}

module.exports = Object.keys(KINDS).flatMap((kind) => KINDS[kind].map((text) => make(kind, text)));
