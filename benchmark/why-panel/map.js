'use strict';

// reason: Map|Hash

const m = new Map([["a", 1], ["b", 2]]);
const o = { a: 1, b: 2 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { o.a = i; s += o.b; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      m.set('a', i); s += m.get('b'); // HERE
    }
    return s;
  },
};
