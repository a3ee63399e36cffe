'use strict';

// reason: function|garbage|allocat

module.exports = {
  fast() {
    let s = 0;
    const f = (i) => i;
    for (let i = 0; i < 100; i++) { globalThis.f = f; s += f(i); }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      const f = () => i; globalThis.f = f; s += f(); // HERE
    }
    return s;
  },
};
