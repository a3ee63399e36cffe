'use strict';

// reason: includes

const list = Array.from({ length: 500 }, (_, i) => `k${i}`);
const set = new Set(list);

module.exports = {
  fast() {
    let n = 0;
    for (let i = 0; i < 20; i++) { if (set.has('k' + (480 + i))) n++; }
    return n;
  },
  slow() {
    let n = 0;
    for (let i = 0; i < 20; i++) {
      if (list.includes('k' + (480 + i))) n++; // HERE
    }
    return n;
  },
};
