'use strict';

// reason: more work

const list = Array.from({ length: 1000 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) { s += list[i] ^ i; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 1000; i++) { // HERE
      s += list[i] ^ i;
    }
    return s;
  },
};
