'use strict';

// reason: locale

const [a, b] = ['\u00e4pfel', '\u00e4rzte'];

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += a < b ? -1 : 1;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += a.localeCompare(b); // HERE
    }
    return s;
  },
};
