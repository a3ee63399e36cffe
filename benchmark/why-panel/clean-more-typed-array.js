'use strict';

// reason: more work

const bytes = new Float64Array(1000);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 250; i++) s += bytes[i] * 0.5;
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 1000; i++) s += bytes[i] * 0.5;
    return s;
  },
};
