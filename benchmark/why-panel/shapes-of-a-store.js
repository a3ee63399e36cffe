'use strict';

// reason: shapes

const many = [{ x: 1 }, { a: 1, x: 2 }, { b: 1, x: 2 }, { c: 1, x: 2 }, { d: 1, x: 2 }, { e: 1, x: 2 }];
const one = [1, 2, 3, 4, 5, 6].map((x) => ({ x }));

module.exports = {
  fast() {
    for (let i = 0; i < 100; i++) { one[i % 6].x = i; }
  },
  slow() {
    for (let i = 0; i < 100; i++) {
      many[i % 6].x = i; // HERE
    }
  },
};
