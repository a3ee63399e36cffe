'use strict';

// reason: creates a class

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += ({ x: i }).x;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += new (class { x = i; })().x; // HERE
    }
    return s;
  },
};
