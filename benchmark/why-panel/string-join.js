'use strict';

// reason: string|garbage|allocat

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += 97 + i % 26; }
    return s;
  },
  slow() {
    let s = '';
    for (let i = 0; i < 100; i++) {
      s += String.fromCharCode(97 + i % 26); s.charCodeAt(0); // HERE
    }
    return s.length;
  },
};
