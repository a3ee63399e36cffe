'use strict';

// reason: element|hole

const holes = new Array(100);
for (let i = 0; i < 100; i += 2) holes[i] = i;
holes.forEach(() => {});
const full = Array.from({ length: 100 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += full[i] === undefined ? 1 : 2;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += holes[i] === undefined ? 1 : 2; // HERE
    }
    return s;
  },
};
