'use strict';
// reason: more

const statement = 'sum = alpha + 42 * (beta - 7) / gamma; ';
const codeA = statement.repeat(6).split('').join('');
const codeB = statement.repeat(10).split('').join(''); // HERE

function isWord(c) {
  return (c >= 97 && c <= 122) || (c >= 48 && c <= 57);
}

function tokensA(code) {
  let count = 0;
  let i = 0;
  while (i < code.length) {
    const c = code.charCodeAt(i);
    if (c === 32) { i++; continue; }
    if (isWord(c)) {
      while (i < code.length && isWord(code.charCodeAt(i))) i++;
    } else {
      i++;
    }
    count++;
  }
  return count;
}

function tokensB(code) {
  let count = 0;
  let i = 0;
  while (i < code.length) {
    const c = code.charCodeAt(i);
    if (c === 32) { i++; continue; }
    if (isWord(c)) {
      while (i < code.length && isWord(code.charCodeAt(i))) i++;
    } else {
      i++;
    }
    count++;
  }
  return count;
}

function a() {
  return tokensA(codeA);
}

function b() {
  return tokensB(codeB);
}

module.exports = { fast: a, slow: b };
