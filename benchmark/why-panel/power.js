'use strict';

// reason: pow|Exponentiate|exponent|C\+\+|ieee754

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += i * 0.37;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += i ** 0.37; // HERE
    }
    return s;
  },
};
