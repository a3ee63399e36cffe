'use strict';

// reason: spread|calls|Math\.max

const list = Array.from({ length: 40 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += list[39] > i ? list[39] : i;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += Math.max(...list); // HERE
    }
    return s;
  },
};
