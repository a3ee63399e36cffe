'use strict';

// reason: more work

const list = Array.from({ length: 200 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let k = 0; k < 1; k++) s += list.map((x) => x + k)[0];
    return s;
  },
  slow() {
    let s = 0;
    for (let k = 0; k < 2; k++) s += list.map((x) => x + k)[0];
    return s;
  },
};
