'use strict';

// reason: computed property|element

const o = {};
for (let i = 0; i < 20; i++) o['k' + i] = i;
const names = Object.keys(o);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += o.k3; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += o[names[i % 20]]; // HERE
    }
    return s;
  },
};
