'use strict';

// https://github.com/babel/babel/pull/6792: "accessing out of bounds is expensive" for arguments
// reason: argument|element|outside|beyond

function unchecked(a) {
  const b = arguments[1]; // HERE
  return b === undefined ? a : b;
}

function checked(a) {
  const b = arguments.length > 1 ? arguments[1] : undefined;
  return b === undefined ? a : b;
}

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < 50; i++) sum += checked(i);
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < 50; i++) sum += unchecked(i);
    return sum;
  },
};
