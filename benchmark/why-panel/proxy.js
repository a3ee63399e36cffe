'use strict';

// reason: Proxy

const target = { x: 1 };
const p = new Proxy(target, { get: (o, k) => o[k] });

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += target.x; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += p.x; // HERE
    }
    return s;
  },
};
