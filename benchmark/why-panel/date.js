'use strict';

// reason: Date

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += 1970 + i;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += new Date(i * 1e9).getFullYear(); // HERE
    }
    return s;
  },
};
