'use strict';

// reason: unshift

const list = Array.from({ length: 100 }, (_, i) => i);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      list.push(i);
      s += list.pop();
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 50; i++) {
      list.unshift(i); // HERE
      s += list.pop();
    }
    return s;
  },
};
