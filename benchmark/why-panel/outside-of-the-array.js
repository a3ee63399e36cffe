'use strict';

// reason: element|outside

const list = Array.from({ length: 50 }, (_, i) => i);
const long = Array.from({ length: 101 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 101; i++) {
      s += long[i] === undefined ? 1 : 2;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 101; i++) {
      s += list[i - 1] === undefined ? 1 : 2; // HERE
    }
    return s;
  },
};
