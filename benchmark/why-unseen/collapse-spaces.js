'use strict';
// reason: flatten|joined string

const text = 'The  quick brown   fox jumps  over the lazy    dog. '.repeat(8);

function collapseA(input) {
  let out = '';
  let last = '';
  for (let i = 0; i < input.length; i++) {
    const ch = input[i];
    if (ch === ' ' && last === ' ') continue;
    out += ch;
    last = ch;
  }
  return out;
}

function collapseB(input) {
  let out = '';
  for (let i = 0; i < input.length; i++) {
    const ch = input[i];
    if (ch === ' ' && out[out.length - 1] === ' ') continue; // HERE
    out += ch;
  }
  return out;
}

function a() {
  return collapseA(text).length;
}

function b() {
  return collapseB(text).length;
}

module.exports = { fast: a, slow: b };
