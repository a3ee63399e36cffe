'use strict';

// reason: flat

const nested = [[1, 2], [3], [4, 5]];

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += nested[0].length + nested[1].length + nested[2].length;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += nested.flat().length; // HERE
    }
    return s;
  },
};
