'use strict';

// reason: more work

const list = Array.from({ length: 16 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 1;
    for (let i = 0; i < 200; i++) { s = Math.imul(s, 31) + list[i & 15] | 0; }
    return s;
  },
  slow() {
    let s = 1;
    for (let i = 0; i < 200; i++) { s = Math.imul(s, 31) + list[i & 15] | 0; }
    for (let i = 0; i < 200; i++) { s = Math.imul(s, 31) + list[i & 15] | 0; }
    return s;
  },
};
