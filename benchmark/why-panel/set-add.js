'use strict';

// reason: Set

const seen = new Set();
const bits = new Uint8Array(100);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      bits[i] = 1;
      s += i;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      seen.add(i); // HERE
      s += seen.size;
    }
    return s;
  },
};
