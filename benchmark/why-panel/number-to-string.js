'use strict';

// reason: Number|string|String|allocat|garbage

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += (i * 1.37) | 0;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += String(i * 1.37).length; // HERE
    }
    return s;
  },
};
