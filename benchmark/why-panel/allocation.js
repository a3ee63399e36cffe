'use strict';

// reason: garbage|allocat|grows|push

module.exports = {
  fast() {
    let n = 0;
    for (let i = 0; i < 100; i++) { n += i; }
    return n;
  },
  slow() {
    const all = [];
    for (let i = 0; i < 100; i++) {
      all.push({ i, a: [i, i] }); // HERE
    }
    return all.length;
  },
};
