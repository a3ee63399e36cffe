'use strict';

// reason: WeakMap|hash|Hash|dictionary

const key = {};
const weak = new WeakMap([[key, 1]]);
const own = { value: 1 };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      own.value = i;
      s += own.value;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      weak.set(key, i); // HERE
      s += weak.get(key);
    }
    return s;
  },
};
