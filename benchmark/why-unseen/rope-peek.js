// reason: flatten|rope|cons|concat|last char|index(ed|ing)|quadratic
// because: the slow one reads the last character of the growing string at each step, so V8 must flatten the rope
// (copy all of it) every time.
'use strict';
const assert = require('assert');

const inputs = [];
for (let i = 0; i < 8; i++) {
  inputs.push(Array.from({ length: 120 }, (_, k) => ((k * 7 + i) % 5 ? 'seg' + ((k * i) % 13) : '/')));
}

function joinTracked(parts) {
  let path = '';
  let slash = false;
  for (const part of parts) {
    const isSlash = part === '/';
    if (!(isSlash && slash)) path += part;
    slash = isSlash;
  }
  return path;
}

function joinPeeking(parts) {
  let path = '';
  for (const part of parts) {
    if (part === '/' && path[path.length - 1] === '/') continue;
    path += part;
    if (path.charCodeAt(path.length - 1) === 0) throw new Error('NUL in path'); // HERE
  }
  return path;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 7;
    return joinTracked(inputs[a]).indexOf('seg12');
  },
  slow() {
    b = (b + 1) & 7;
    return joinPeeking(inputs[b]).indexOf('seg12');
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
