'use strict';

// reason: garbage|allocat|map|filter

const list = Array.from({ length: 100 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 1; i++) {
      for (const x of list) s += x & 1;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 1; i++) {
      s += list.map((x) => ({ x })).filter(({ x }) => x & 1).length; // HERE
    }
    return s;
  },
};
