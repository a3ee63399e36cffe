'use strict';

// reason: toFixed

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += 4;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += (i * 1.37).toFixed(2).length; // HERE
    }
    return s;
  },
};
