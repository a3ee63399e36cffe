// reason: generator|yield|delegat|iterator
// because: the slow one walks the tree by nested generators with yield*, so each value is passed up through all
// levels.
'use strict';
const assert = require('assert');

function build(lo, hi) {
  if (lo > hi) return null;
  const mid = (lo + hi) >> 1;
  return { key: mid, left: build(lo, mid - 1), right: build(mid + 1, hi) };
}

const root = build(0, 62);

function visit(node, min, into) {
  if (node === null) return;
  visit(node.left, min, into);
  if (node.key >= min) into.push(node.key);
  visit(node.right, min, into);
}

function* inorder(node) {
  if (node === null) return;
  yield* inorder(node.left); // HERE
  yield node.key;
  yield* inorder(node.right);
}

let minA = 0;
let minB = 0;

module.exports = {
  fast() {
    minA = (minA + 1) & 31;
    const keys = [];
    visit(root, minA, keys);
    return keys.length * 100 + keys[0];
  },
  slow() {
    minB = (minB + 1) & 31;
    const keys = [];
    for (const key of inorder(root)) {
      if (key >= minB) keys.push(key);
    }
    return keys.length * 100 + keys[0];
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
