'use strict';

// reason: arguments|slice

const sum = (list) => list.length;
function all() {
  return sum(Array.prototype.slice.call(arguments)); // HERE
}
const rest = (a, b, c) => 3 + (a & b & c & 0);

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += rest(i, 2, 3);
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 100; i++) {
      s += all(i, 2, 3);
    }
    return s;
  },
};
