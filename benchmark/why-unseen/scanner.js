'use strict';
// Splits a small arithmetic source into tokens and counts them by type.
// reason: generator

const source = 'total = (price * 3 + tax1) / 12 - offset(x, y) * 1024 + a*b-c/d+(e-f)*77';

const NUM = 1;
const NAME = 2;
const PUNCT = 3;

function isDigit(c) {
  return c >= 48 && c <= 57;
}

function isLetter(c) {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}

function tokenEnd(src, i) {
  const c = src.charCodeAt(i);
  let j = i + 1;
  if (isDigit(c)) while (j < src.length && isDigit(src.charCodeAt(j))) j++;
  else if (isLetter(c)) while (j < src.length && (isLetter(src.charCodeAt(j)) || isDigit(src.charCodeAt(j)))) j++;
  return j;
}

function classify(c) {
  return isDigit(c) ? NUM : isLetter(c) ? NAME : PUNCT;
}

function* tokens(src) {
  for (let i = 0; i < src.length;) {
    const end = tokenEnd(src, i);
    const c = src.charCodeAt(i);
    if (c !== 32) yield classify(c) * 100 + end - i; // HERE
    i = end;
  }
}

function add(counts, token) {
  counts[(token / 100) | 0]++;
  counts[0] += token % 100;
}

function fast() {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < source.length;) {
    const end = tokenEnd(source, i);
    const c = source.charCodeAt(i);
    if (c !== 32) add(counts, classify(c) * 100 + end - i);
    i = end;
  }
  return counts;
}

function slow() {
  const counts = [0, 0, 0, 0];
  for (const token of tokens(source)) add(counts, token);
  return counts;
}

module.exports = { fast, slow };
