'use strict';

// reason: does not know|inlined

const fs = Array.from({ length: 12 }, (_, i) => new Function("x", `return x + ${i}`));
const g = (x) => x + 1;

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += g(i); }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += fs[i % 12](i); // HERE
    }
    return s;
  },
};
