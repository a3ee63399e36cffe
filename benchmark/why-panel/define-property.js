'use strict';

// reason: defineProperty

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += { x: i }.x;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += Object.defineProperty({}, 'x', { value: i }).x; // HERE
    }
    return s;
  },
};
