'use strict';

// reason: promises

module.exports = {
  async fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) { s += i; }
    await 0;
    return s;
  },
  async slow() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += await i; // HERE
    }
    return s;
  },
};
