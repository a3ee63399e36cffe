'use strict';

// reason: Object\.assign|copies

const o = { a: 1, b: 2 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += { a: o.a, b: o.b }.b;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += Object.assign({}, o).b; // HERE
    }
    return s;
  },
};
