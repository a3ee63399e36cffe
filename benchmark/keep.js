'use strict';

/*
 * Compares timeit.keep with hand-written loops that store the result, for bodies that V8 drops, in one process.
 *
 *   node keep.js [--seconds 0.2] [--copies 3] [--only TEXT]
 *
 * Each body is measured unchanged, with timeit.keep, and in a loop that stores its value: a number in a typed array,
 * other values in a property. Each copy is compiled separately, and compared with the loops before and after it; the
 * results of a body are medians over its copies. `dropped` is the time of the body without keep, minus the time of the
 * changing input (`k + 1`). The two other times include this input.
 */

const timeit = require('..');
const { readArguments } = require('./arguments');
const { bodyOf } = require('./body');
const { truthNs, median } = require('./truth');

const { options: { seconds, copies, only } } = readArguments({ seconds: 0.2, copies: 3, only: '' });

// limits of the error; it may exceed one of them
const MOST_NS = 0.3;
const MOST_SHARE = 0.06;
const SILENT = '/* NOOUTPUT */';

const NEXT = 'k = k + 1 & 1023;';
const NUMBER = 'numbers[0] =';
const OTHER = 'others.value =';

// [name, declarations, expression whose value is unused, place in which the hand-written loop stores it]
const BODIES = [
  ['sum of integers', 'var a = 3;', 'a + k | 0', NUMBER],
  ['Math.imul', '', 'Math.imul(k, 1664525)', NUMBER],
  ['Math.imul x8', 'var c = 1664525;', `${'Math.imul('.repeat(8)}k${', c)'.repeat(8)}`, NUMBER],
  ['xorshift', '', '(k ^ k << 13) ^ (k ^ k << 13) >>> 17', NUMBER],
  ['Math.clz32', '', 'Math.clz32(k)', NUMBER],
  ['Math.sqrt', '', 'Math.sqrt(k)', NUMBER],
  ['Math.sin', '', 'Math.sin(k)', NUMBER],
  ['float division', '', '1 / (k + 0.5)', NUMBER],
  ['float product', 'var d = 1.1;', 'd * k', NUMBER],
  ['Math.floor', 'var d = 0.7;', 'Math.floor(d * k)', NUMBER],
  ['Math.max', '', 'Math.max(k & 63, k & 15, 7)', NUMBER],
  ['remainder', '', 'k % 10', NUMBER],
  ['Float64Array read', 'var f = new Float64Array(64).fill(0.5);', 'f[k & 63]', NUMBER],
  ['String charCodeAt', "var s = 'abcdefgh';", 's.charCodeAt(k & 7)', NUMBER],
  ['comparison', '', 'k > 500', OTHER],
  ['String index', "var s = 'abcdefgh';", 's[k & 7]', OTHER],
  ['Array read', 'var a = [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }];', 'a[k & 3]', OTHER],
  ['[k,2,3]', '', '[k, 2, 3]', OTHER],
  ['{a: k}', '', '({ a: k })', OTHER],
  ['typeof', "var a = [1, 'a', null, true];", 'typeof a[k & 3]', OTHER],
];

// In the old generation, like the objects that keep writes to: storing a young object in an old one takes 2 ns more
// than storing it in a young one.
globalThis.storedByHand = { numbers: new Float64Array(1), others: { value: undefined } };
for (const value of [{}, 'text', null, 1]) globalThis.storedByHand.others.value = value;
for (let i = 0; i < 1e6; i++) globalThis.storedByHand.others.value = { i };
const DECLARATIONS = 'var k = 0; const { numbers, others } = globalThis.storedByHand;';

/** All forms of a body: { name, next(): only the input, bare(), kept(copy), stored: from bodyOf } */
function formsOf([name, declarations, value, store]) {
  const all = `${DECLARATIONS} ${declarations}`;
  const kept = new Function('timeit', `${all} return function () { ${NEXT} timeit.keep(${value}); };`);
  return {
    name,
    next: () => bodyOf('', all, NEXT).sync(),
    bare: () => bodyOf('', all, `${NEXT} ${value};`).sync(),
    // Functions with identical text share V8's type feedback, so each text is unique.
    kept: (copy) => new Function('timeit', `/* ${copy} */ return (${kept})(timeit);`)(timeit),
    stored: bodyOf('', all, `${NEXT} ${store} ${value};`),
  };
}

const nsOf = (fn) => timeit({ seconds }, fn, SILENT).nsPerCall;

function measured({ next, bare, kept, stored }) {
  const found = { dropped: [], kept: [], byHand: [] };
  for (let copy = 0; copy < copies; copy++) {
    const before = truthNs(stored);
    found.kept.push(nsOf(kept(copy)));
    found.byHand.push((before + truthNs(stored)) / 2);
    found.dropped.push(nsOf(bare()) - nsOf(next()));
  }
  return found;
}

function main() {
  console.log(`node ${process.versions.node}, ${copies} copies of each body, ${seconds} s each, times in ns`);
  console.log('body                 dropped  by hand     kept    error error %');
  const missed = [];
  const errors = [];
  for (const forms of BODIES.map(formsOf).filter(({ name }) => name.includes(only))) {
    const { dropped, kept, byHand } = measured(forms);
    const ns = median(kept.map((one, i) => one - byHand[i]));
    const share = median(kept.map((one, i) => one / byHand[i] - 1));
    errors.push(ns);
    if (Math.abs(ns) > MOST_NS && Math.abs(share) > MOST_SHARE) missed.push(forms.name);
    console.log([
      forms.name.padEnd(19),
      ...[median(dropped), median(byHand), median(kept), ns].map((one) => one.toFixed(3).padStart(8)),
      (share * 100).toFixed(1).padStart(7),
    ].join(' '));
  }
  const empty = Array.from({ length: copies }, (_, copy) => nsOf(
    new Function('timeit', `/* ${copy} */ return function () { timeit.keep(); };`)(timeit)));
  console.log(`keep alone: ${median(empty).toFixed(3)} ns; median error ${median(errors).toFixed(3)} ns`);
  console.log(`errors above ${MOST_NS} ns and ${MOST_SHARE * 100} %: ${missed.join(', ') || 'none'}`);
}

main();
