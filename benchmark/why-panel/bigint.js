'use strict';

// reason: BigInt

const three = BigInt('3');

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += 3; }
    return s;
  },
  slow() {
    let s = BigInt(0);
    for (let i = 0; i < 100; i++) {
      s += three; // HERE
    }
    return s;
  },
};
