'use strict';

/*
 * The bodies whose measured times are compared with hand-written loops.
 *
 * V8 removes none of them from a hand-written loop: without work in the loop there is no true time.
 */

const { bodyOf } = require('./body');

const LCG = 's = Math.imul(s, 1664525) + 1013904223 | 0;';

// [name, declarations, body]; other tools are known to measure the first twelve wrong
const LIST = [
  ['[1,2,3]', 'var x;', 'x = [1, 2, 3];'],
  ['two arrays', 'var x, y;', 'x = [1, 2, 3]; y = [4, 5, 6];'],
  ['{a: 1}', 'var x;', 'x = {a: 1};'],
  ['LCG x1', 'var s = 1;', LCG],
  ['LCG x4', 'var s = 1;', LCG.repeat(4)],
  ['LCG x16', 'var s = 1;', LCG.repeat(16)],
  ['n++', 'var n = 0;', 'n++;'],
  ['string concatenation', 'var s, n = 0;', "s = 'a' + (n++ & 1023);"],
  ['JSON.parse', 'var o;', 'o = JSON.parse(\'{"a":1,"b":[1,2,3]}\');'],
  ['RegExp exec', 'var r;', "r = /a(b+)c/.exec('xxabbbc');"],
  ['float division', 'var d = 1;', 'd = 1 / (d + 1);'],
  ['Map get', 'var m = new Map([[1, 1], [2, 2], [3, 3]]), v = 0;', 'v = m.get(3) + v | 0;'],

  ['Float64Array +=', 'var f = new Float64Array(1024), k = 0;', 'f[k & 1023] += k++;'],
  ['loop of 10', 'var t = 1;', 'for (let k = 0; k < 10; k++) t = Math.imul(t, 1664525) + k | 0;'],
  ['Uint8Array read', 'var b = new Uint8Array(256).fill(3), t = 0;', 't = b[t & 255] + t + 1 | 0;'],
  ['Array sum of 8', 'var b = [5, 4, 3, 2, 1, 2, 3, 4], t = 0;',
    'let u = t; for (let k = 0; k < b.length; k++) u = u + b[k] | 0; t = u & 255;'],
  ['closure call', 'var add = (function (a) { return function (b) { return Math.imul(b, a) + 7 | 0; }; })(5), t = 0;',
    't = add(t);'],
  ['closure creation', 'var f, n = 0;', 'let k = n++; f = function () { return k; };'],
  ['try/catch', 'var o, n = 0;', "try { o = decodeURIComponent('a%20b'); n++; } catch (e) { n = e; }"],
  ['Map set', 'var m = new Map(), k = 0;', 'm.set(k++ & 63, k);'],
  ['Set add and delete', 'var q = new Set([1, 2, 3]);', 'q.add(9); q.delete(9);'],
  ['String split', 'var v, k = 0;', "v = 'a,b,c,d'.split(k++ & 1 ? ',' : 'b');"],
  ['String indexOf', "var s = 'the quick brown fox', t = 0;", "t = s.indexOf('fox', t & 3) + t + 1 & 7;"],
  ['String slice', "var s = 'the quick brown fox', v, k = 0;", 'v = s.slice(k++ & 7, 15);'],
  ['Array map', 'var a = [1, 2, 3, 4, 5, 6, 7, 8], v;', 'v = a.map(function (e) { return e * 2; });'],
  ['Array sort', 'var a = [5, 2, 8, 1, 9, 3, 7, 4, 6, 0], v;',
    'v = a.slice().sort(function (p, q) { return p - q; });'],
  ['Array push and pop', 'var a = [], v = 1;', 'a.push(v); v = a.pop() + 1 & 255;'],
  ['Date.now', 'var v;', 'v = Date.now();'],
  ['new Date', 'var v, t = 0;', 'v = new Date(t++);'],
  ['recursion', 'var v; function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }', 'v = fib(8);'],
];

module.exports = LIST.map((one) => bodyOf(...one));
