'use strict';

// reason: deletes

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { const o = { a: i, b: 1 }; o.a = undefined; s += o.b; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      const o = { a: i, b: 1 }; delete o.a; s += o.b; // HERE
    }
    return s;
  },
};
