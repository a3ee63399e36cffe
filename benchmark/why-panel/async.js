'use strict';

// reason: promises

const list = Array.from({ length: 40 }, (_, i) => i * 7 % 31);

module.exports = {
  async fast() {
    let s = JSON.stringify(list).length;
    for (let i = 0; i < 10; i++) {
      s += i;
    }
    await 0;
    return s;
  },
  async slow() {
    let s = JSON.stringify(list).length;
    for (let i = 0; i < 10; i++) {
      s += await i; // HERE
    }
    return s;
  },
};
