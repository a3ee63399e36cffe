'use strict';

// reason: bind|creates a function|garbage|allocat

function f(x) { return x + this.y; }
const self = { y: 1 };

module.exports = {
  fast() {
    const all = [];
    for (let i = 0; i < 50; i++) {
      all.push(f);
    }
    return all.length;
  },
  slow() {
    const all = [];
    for (let i = 0; i < 50; i++) {
      all.push(f.bind(self)); // HERE
    }
    return all.length;
  },
};
