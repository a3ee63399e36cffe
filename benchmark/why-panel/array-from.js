'use strict';

// reason: Array\.from|iter

const list = [1, 2, 3, 4, 5, 6];

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
      s += Array.from(list).length; // HERE
    }
    return s;
  },
};
