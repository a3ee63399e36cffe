'use strict';

// reason: Object\.entries|enumerates

const o = { a: 1, b: 2, c: 3 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += o.a + o.b + o.c;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      for (const [, v] of Object.entries(o)) s += v; // HERE
    }
    return s;
  },
};
