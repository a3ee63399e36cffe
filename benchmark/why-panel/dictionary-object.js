'use strict';

// reason: dictionary|shapes|property

const d = {};
for (let i = 0; i < 2000; i++) d["k" + i] = i;
delete d.k5;
const o = { k7: 1 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += o.k7; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += d.k7; // HERE
    }
    return s;
  },
};
