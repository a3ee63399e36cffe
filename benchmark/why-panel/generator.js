'use strict';

// reason: generator|iterator

function* count(n) { for (let i = 0; i < n; i++) yield i; }

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) { s += i; }
    return s;
  },
  slow() {
    let s = 0;
    for (const i of count(100)) s += i; // HERE
    return s;
  },
};
