'use strict';

// reason: more work

const make = (n) => Array.from({ length: n }, (_, i) => i * 7919 % 1009);

module.exports = {
  fast() {
    let s = 0;
    s += make(150).sort((a, b) => a - b)[0];
    return s;
  },
  slow() {
    let s = 0;
    s += make(400).sort((a, b) => a - b)[0];
    return s;
  },
};
