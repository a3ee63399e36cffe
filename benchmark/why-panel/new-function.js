'use strict';

// reason: Function|eval|compile|not optimized

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 2; i++) {
      s += 1 + i;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 2; i++) {
      s += new Function('x', `return x + ${i}`)(1); // HERE
    }
    return s;
  },
};
