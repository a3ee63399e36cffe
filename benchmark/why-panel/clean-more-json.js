'use strict';

// reason: more work

const o = { a: [1, 2, 3], b: 'x' };

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 2; i++) s += JSON.stringify(o).length;
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 6; i++) s += JSON.stringify(o).length;
    return s;
  },
};
