'use strict';

/* Bodies for counts.js: a suite, and pairs of which one does slightly more work. */

const SUITE = `
const { keep } = require(QTIMEIT);
let x = 123456789;
const map = new Map(Array.from({ length: 100 }, (_, i) => [i, i]));
const floats = Float64Array.from({ length: 64 }, (_, i) => i * 0.5);
const text = JSON.stringify({ id: 7, tags: ['a', 'b'], at: { x: 1.5, y: null } });
const point = { a: 1, b: { c: 2 } };
module.exports = {
  empty() {},
  xorshift() { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; },
  'map.get'() { x = map.get(x & 63); },
  'sum of 64 doubles'() { let sum = 0; for (let i = 0; i < 64; i++) sum += floats[i]; keep(sum); },
  'charCodeAt'() { x = text.charCodeAt(x & 15); },
  'property'() { x = point.b.c + point.a; },
  '[1, 2, 3]'() { keep([1, 2, 3]); },
  'object'() { keep({ a: x, b: [x] }); },
  'JSON.parse'() { keep(JSON.parse(text)); },
  'regular expression'() { keep(/(\\d+)-(\\d+)/.exec('from 123-456')); },
  'sort of 20'() { keep(Array.from({ length: 20 }, (_, i) => i * 7919 % 31).sort((a, b) => a - b)); },
  async 'awaited'() { await null; keep([x]); },
};
`;

const chain = (name, steps) => `'${name}'() { ${'x = Math.imul(x, factor); '.repeat(steps)} }`;

const PAIRS = 5;

/** Chains of dependent multiplications, one instruction each. V8 would combine multiplications by a constant. */
const STEPS = `
let x = 123456789;
let factor = 1;
factor = Number('1664525');
module.exports = {
  ${Array.from({ length: PAIRS }, (_, i) => `${chain(`${i} old`, 200)}, ${chain(`${i} new`, 201)}`).join(',\n  ')},
};
`;

/** A test with 100 parts of work, and one with 101. */
const ofParts = (name, bodyOf) => `'${name} old': (${bodyOf})(100), '${name} new': (${bodyOf})(101)`;
const HUNDREDTH = `
const { keep } = require(QTIMEIT);
module.exports = {
  ${[
    ofParts('JSON', `(parts) => {
      const text = JSON.stringify(Array.from({ length: parts }, (_, i) => ({ id: 1000 + i, name: 'abc' })));
      return () => { keep(JSON.parse(text)); };
    }`),
    ofParts('allocation', '(parts) => () => { for (let i = 0; i < parts; i++) keep({ a: i, b: [i] }); }'),
    ofParts('regular expressions', `(parts) => {
      const text = 'key-12345;'.repeat(parts);
      return () => { keep(text.replace(/([a-z]+)-(\\d+)/g, '$2:$1')); };
    }`),
    ofParts('sorting', `(parts) => {
      const listAt = (_, k) => Array.from({ length: 10 }, (__, i) => (i + k) * 7919 % 31);
      const lists = Array.from({ length: parts }, listAt);
      return () => { for (const list of lists) keep(list.slice().sort((a, b) => a - b)); };
    }`),
  ].join(',\n  ')},
};
`;

/** A script that makes the number of calls in its argument after a warm-up. */
const calling = (before, call, warm) => `
${before}
let kept;
const loop = (n) => { for (let i = 0; i < n; i++) kept = ${call}; };
for (let i = 0; i < 100; i++) loop(${warm});
loop(Number(process.argv[2]));
process.reallyExit(0);
`;
const FLAG_SCRIPTS = {
  xorshift: { text: calling('let x = 1;', '(x ^= x << 13, x ^= x >>> 17, x ^= x << 5)', 1000), calls: 1e7 },
  '[1, 2, 3]': { text: calling('', '[1, 2, 3]', 1000), calls: 2e6 },
  'JSON.parse': {
    text: calling('const text = JSON.stringify({ a: 1, b: [1, 2, 3] });', 'JSON.parse(text)', 500), calls: 5e4,
  },
  'kept objects': {
    text: calling('const ring = new Array(65536).fill(null);', '(ring[i & 65535] = { i, a: [i] })', 2000), calls: 2e6,
  },
};

/** The same tests in other surroundings: comments, unused code, code that ran before. */
const SETTINGS = [
  (text) => text,
  (text) => `// ${'A comment. '.repeat(200)}\n${text}`,
  (text) => `${text}\nfunction unrelated(a) { return a.map((one) => one * 2).filter(Boolean); }\n`,
  (text) => `const sum = (n) => { let s = 0; for (let i = 0; i < n; i++) s += i % 7; return s; };\nsum(1e5);\n${text}`,
  (text) => `const cache = {}; for (let i = 0; i < 500; i++) cache['key' + i] = { i };\n${text}`,
  (text) => text.replace('let x', 'const unusedName = { a: 1 };\nlet x'),
];

const SAME = `
const { keep } = require(QTIMEIT);
let x = 123456789;
const text = JSON.stringify({ id: 7, tags: ['a', 'b'], at: { x: 1.5, y: null } });
module.exports = {
  xorshift() { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; },
  'JSON.parse'() { keep(JSON.parse(text)); },
  '[1, 2, 3]'() { keep([1, 2, 3]); },
};
`;

module.exports = { SUITE, SAME, SETTINGS, HUNDREDTH, FLAG_SCRIPTS, STEPS };
