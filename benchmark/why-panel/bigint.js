'use strict';

// reason: BigInt

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += i * 3; }
    return s;
  },
  slow() {
    let s = 0n;
    for (let i = 0n; i < 100n; i++) {
      s += i * 3n; // HERE
    }
    return s;
  },
};
