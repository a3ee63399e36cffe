'use strict';

// reason: parseInt|string|Number

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += 120 + i % 10; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += parseInt('12' + i % 10, 10); // HERE
    }
    return s;
  },
};
