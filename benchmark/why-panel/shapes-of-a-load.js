'use strict';

// reason: shapes

const many = [{ x: 1 }, { a: 1, x: 2 }, { b: 1, x: 2 }, { c: 1, x: 2 }, { d: 1, x: 2 }, { e: 1, x: 2 }];
const one = [1, 2, 3, 4, 5, 6].map((x) => ({ x }));

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += one[i % 6].x; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += many[i % 6].x; // HERE
    }
    return s;
  },
};
