'use strict';

// reason: iterab|iterator|spread|Set

const set = new Set([1, 2, 3, 4]);
const list = [1, 2, 3, 4];

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += list.slice().length;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += [...set].length; // HERE
    }
    return s;
  },
};
