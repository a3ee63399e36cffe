'use strict';

// reason: Object\.keys|enumerates

const o = { a: 1, b: 2, c: 3 };

module.exports = {
  fast() {
    let n = 0;
    for (let i = 0; i < 100; i++) { n += 3 + (o.a & 1); }
    return n;
  },
  slow() {
    let n = 0;
    for (let i = 0; i < 100; i++) {
      n += Object.keys(o).length; // HERE
    }
    return n;
  },
};
