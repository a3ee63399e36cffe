'use strict';

// reason: JSON

const o = { a: [1, 2, 3], b: { c: 1 } };

module.exports = {
  fast() {
    return { a: o.a.slice(), b: { ...o.b } };
  },
  slow() {
    return JSON.parse(JSON.stringify(o)); // HERE
  },
};
