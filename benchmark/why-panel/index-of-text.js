'use strict';

// reason: indexOf|search|includes

const text = 'ab'.repeat(500) + 'c';

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += text.charCodeAt(i);
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += text.indexOf('c', i); // HERE
    }
    return s;
  },
};
