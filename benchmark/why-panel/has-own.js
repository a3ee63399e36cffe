'use strict';

// reason: hasOwn|property

const all = Array.from({ length: 20 }, (_, i) => ({ ['k' + i]: 1 }));

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += all[i % 20] ? 1 : 0;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += Object.hasOwn(all[i % 20], 'k' + (i % 20)) ? 1 : 0; // HERE
    }
    return s;
  },
};
