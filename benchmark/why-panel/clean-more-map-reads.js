'use strict';

// reason: more work

const map = new Map(Array.from({ length: 50 }, (_, i) => [i, i]));

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 70; i++) s += map.get(i % 50);
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 200; i++) s += map.get(i % 50);
    return s;
  },
};
