'use strict';

// reason: element|shapes

const kinds = [[1, 2], [1.5, 2], ["a", 1], new Array(3), new Float64Array(2), new Uint8Array(2)];
const same = kinds.map(() => [1, 2]);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += same[i % 6][1]; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += kinds[i % 6][1]; // HERE
    }
    return s;
  },
};
