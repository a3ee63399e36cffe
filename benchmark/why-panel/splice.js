'use strict';

// reason: splice

const list = Array.from({ length: 50 }, (_, i) => i);

module.exports = {
  fast() {
    for (let i = 0; i < 100; i++) { list[3] = i; }
  },
  slow() {
    for (let i = 0; i < 100; i++) {
      list.splice(3, 1, i); // HERE
    }
  },
};
