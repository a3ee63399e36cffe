// reason: split|from the (start|beginning)|quadratic|every (token|error|position)|each (token|error|position)|slice
// because: the slow one splits the whole source before the position again for every diagnostic to find its line
// number, the fast one does a binary search in line starts.
'use strict';
const assert = require('assert');

const source = Array.from({ length: 60 }, (_, i) => 'let v' + i + ' = compute(' + i * 17 + ');').join('\n');
const lineStarts = [0];
for (let i = 0; i < source.length; i++) {
  if (source.charCodeAt(i) === 10) lineStarts.push(i + 1);
}

const positions = Array.from({ length: 64 }, (_, i) => (i * 211 + 5) % source.length);

function lineByTable(pos) {
  let lo = 0;
  let hi = lineStarts.length - 1;
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1;
    if (lineStarts[mid] <= pos) lo = mid;
    else hi = mid - 1;
  }
  return lo + 1;
}

function lineByText(pos) {
  return source.slice(0, pos).split('\n').length; // HERE
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 8) & 63;
    let report = 0;
    for (let k = a; k < a + 8; k++) report = report * 7 + lineByTable(positions[k]);
    return report;
  },
  slow() {
    b = (b + 8) & 63;
    let report = 0;
    for (let k = b; k < b + 8; k++) report = report * 7 + lineByText(positions[k]);
    return report;
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
