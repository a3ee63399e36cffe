'use strict';

// reason: replace|regular

const text = 'a-b-c';

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += text.length + 1;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      s += text.replace(/-/g, '+' + i).length; // HERE
    }
    return s;
  },
};
