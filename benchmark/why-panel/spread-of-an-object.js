'use strict';

// reason: spread|allocates|garbage

const o = { a: 1, b: 2, c: 3 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { const p = { a: 1, b: 2, c: 3, d: i }; globalThis.p = p; s += p.d; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      const p = { ...o, d: i }; globalThis.p = p; s += p.d; // HERE
    }
    return s;
  },
};
