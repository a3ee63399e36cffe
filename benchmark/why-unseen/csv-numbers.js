'use strict';
// reason: stack trace|exception

const cells = ['12', '7', 'n/a', '90', '185', '41', '2048', '8', 'x', '66', '3', '512',
  '99', '1000', '64', '', '27', '301', '5', '77', '450', '16', '38', '2'];

function readCell(text) {
  if (text.length === 0) return -1;
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const d = text.charCodeAt(i) - 48;
    if (d < 0 || d > 9) return -1;
    n = n * 10 + d;
  }
  return n;
}

function parseCell(text) {
  if (text.length === 0) throw new Error('empty cell');
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const d = text.charCodeAt(i) - 48;
    if (d < 0 || d > 9) throw new Error('bad digit in ' + text); // HERE
    n = n * 10 + d;
  }
  return n;
}

function a() {
  let sum = 0;
  for (const cell of cells) {
    const n = readCell(cell);
    if (n >= 0) sum += n;
  }
  return sum;
}

function b() {
  let sum = 0;
  for (const cell of cells) {
    try {
      sum += parseCell(cell);
    } catch (_) {
      continue;
    }
  }
  return sum;
}

module.exports = { fast: a, slow: b };
