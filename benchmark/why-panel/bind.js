'use strict';

// reason: bind|creates a function|garbage|allocat

function f(x) { return x + this.y; }
const self = { y: 1 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += f.call(self, i);
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += f.bind(self)(i); // HERE
    }
    return s;
  },
};
