'use strict';

// reason: sort

const list = Array.from({ length: 100 }, (_, i) => i * 7919 % 101);

module.exports = {
  fast() {
    let m = Infinity;
    for (const x of list) if (x < m) m = x;
    return m;
  },
  slow() {
    return list.slice().sort((a, b) => a - b)[0]; // HERE
  },
};
