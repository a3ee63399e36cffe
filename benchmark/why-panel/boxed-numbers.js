'use strict';

// reason: garbage|allocat|written reference

const list = [];

module.exports = {
  fast() {
    for (let i = 0; i < 100; i++) { list[i] = i; }
    return list;
  },
  slow() {
    for (let i = 0; i < 100; i++) {
      list[i] = { v: i * 0.5 }; // HERE
    }
    return list;
  },
};
