'use strict';
// reason: generator

function insert(node, key) {
  if (node === null) return { key, left: null, right: null };
  if (key < node.key) node.left = insert(node.left, key);
  else node.right = insert(node.right, key);
  return node;
}

let root = null;
for (let i = 0; i < 60; i++) root = insert(root, (i * 37) % 61);

function walkA(node, out) {
  if (node === null) return;
  walkA(node.left, out);
  out.push(node.key);
  walkA(node.right, out);
}

function* walkB(node) {
  if (node === null) return;
  yield* walkB(node.left);
  yield node.key;
  yield* walkB(node.right); // HERE
}

function a() {
  const keys = [];
  walkA(root, keys);
  let gaps = 0;
  for (let i = 1; i < keys.length; i++) gaps += keys[i] - keys[i - 1];
  return gaps + keys.length;
}

function b() {
  const keys = [];
  for (const key of walkB(root)) keys.push(key);
  let gaps = 0;
  for (let i = 1; i < keys.length; i++) gaps += keys[i] - keys[i - 1];
  return gaps + keys.length;
}

module.exports = { fast: a, slow: b };
