'use strict';

// reason: reverse

const list = Array.from({ length: 50 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += list[49 - i];
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += list.reverse()[0]; // HERE
    }
    return s;
  },
};
