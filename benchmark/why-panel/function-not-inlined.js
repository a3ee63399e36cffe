'use strict';

// reason: inlined

/** Too large to be inlined, because of work that never happens. */
function large(x) {
  if (x < 0) {
    let y = x;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    y += Math.sin(y) * Math.cos(y) + Math.sqrt(y) - Math.hypot(y, 2) * Math.max(y, 3, 4) + String(y).length;
    return y;
  }
  return x & 3;
}

const small = (x) => x & 3;

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) s += small(i);
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) s += large(i);
    return s;
  },
};
