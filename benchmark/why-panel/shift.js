'use strict';

// reason: shift

const list = Array.from({ length: 200 }, (_, i) => i);

module.exports = {
  fast() {
    for (let i = 0; i < 100; i++) { list.push(list.pop()); }
  },
  slow() {
    for (let i = 0; i < 100; i++) {
      list.push(list.shift()); // HERE
    }
  },
};
