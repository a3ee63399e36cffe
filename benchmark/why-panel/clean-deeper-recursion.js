'use strict';

// reason: more work

const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));

module.exports = {
  fast() {
    let s = 0;
    s += fib(9);
    return s;
  },
  slow() {
    let s = 0;
    s += fib(12);
    return s;
  },
};
