'use strict';

// reason: subarray|TypedArray|typed

const bytes = new Uint8Array(100);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += bytes[i] + 2;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += bytes.subarray(i, i + 2).length; // HERE
    }
    return s;
  },
};
