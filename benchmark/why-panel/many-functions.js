'use strict';

// reason: not inlined|does not know

const plus = (x) => x + 1;
const many = [
  (x) => x + 1, (x) => x + 2, (x) => x ^ 3, (x) => x | 4, (x) => x & 5, (x) => x - 6, (x) => x + 7, (x) => x * 8 | 0,
  (x) => x ^ 9, (x) => x - 10, (x) => x | 11, (x) => x + 12,
];

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) s += plus(i);
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) s += many[i % 12](i);
    return s;
  },
};
