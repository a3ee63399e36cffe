'use strict';

// reason: concat|garbage|allocat

const list = [1, 2, 3];

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += list.length + 1;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += list.concat([i]).length; // HERE
    }
    return s;
  },
};
