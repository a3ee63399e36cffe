'use strict';

// reason: for\.\.\.in|computed

const o = { a: 1, b: 2, c: 3, 5: 1 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += o.a + o.b + o.c + o[5]; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      for (const k in o) s += o[k]; // HERE
    }
    return s;
  },
};
