'use strict';
// Collapses runs of white space while copying a text.
// reason: flattens

const TEXT = ('  The quick   brown fox jumps  over\tthe lazy \n dog, and then    runs away. ').repeat(2);

function isSpace(code) {
  return code === 32 || (code >= 9 && code <= 13);
}

function checksum(text) {
  return text.length * 31 + text.charCodeAt(text.length >> 1);
}

function fast() {
  let out = '';
  let last = 0;
  for (let i = 0; i < TEXT.length; i++) {
    const code = TEXT.charCodeAt(i);
    if (isSpace(code)) {
      if (last === 32) continue;
      out += ' ';
      last = 32;
    } else {
      out += TEXT[i];
      last = code;
    }
  }
  return checksum(out);
}

function slow() {
  let out = '';
  for (let i = 0; i < TEXT.length; i++) {
    const code = TEXT.charCodeAt(i);
    const last = out.length === 0 ? 0 : out.charCodeAt(out.length - 1); // HERE
    if (isSpace(code)) {
      if (last === 32) continue;
      out += ' ';
    } else {
      out += TEXT[i];
    }
  }
  return checksum(out);
}

module.exports = { fast, slow };
