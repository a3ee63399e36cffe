'use strict';

// reason: exception

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) { s += i; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      try { throw i; } catch (e) { s += e; } // HERE
    }
    return s;
  },
};
