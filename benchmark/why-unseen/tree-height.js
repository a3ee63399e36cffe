'use strict';
// reason: does more work

function build(lo, hi) {
  if (lo > hi) return null;
  const mid = (lo * 2 + hi * 3) / 5 | 0;
  return { key: mid, left: build(lo, mid - 1), right: build(mid + 1, hi) };
}

const root = build(1, 40);

function heightA(node) {
  if (node === null) return 0;
  const left = heightA(node.left);
  const right = heightA(node.right);
  return 1 + (left > right ? left : right);
}

function heightB(node) {
  if (node === null) return 0;
  return 1 + (heightB(node.left) > heightB(node.right) // HERE
    ? heightB(node.left)
    : heightB(node.right));
}

function report(height) {
  return height > 30 ? 'unbalanced ' + height : 'ok ' + height;
}

function a() {
  return report(heightA(root));
}

function b() {
  return report(heightB(root));
}

module.exports = { fast: a, slow: b };
