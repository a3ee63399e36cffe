'use strict';

// reason: split

const text = 'a,b,c,d,e';
const other = 'x,y';

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += (i & 1 ? text : other).length;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += (i & 1 ? text : other).split(',').length; // HERE
    }
    return s;
  },
};
