// reason: more
// because: the slow one scans twice as many samples in the same way.
'use strict';
const assert = require('assert');

const samples = new Int32Array(1024);
for (let i = 0; i < samples.length; i++) samples[i] = (i * 7919) % 256;

function peak(from, count) {
  let top = -1;
  for (let i = from; i < from + count; i++) {
    if (samples[i] > top) top = samples[i];
  }
  return top;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 3) & 127;
    return peak(a, 256);
  },
  slow() {
    b = (b + 3) & 127;
    return peak(b, 640); // HERE
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
