'use strict';

// https://github.com/ramda/ramda/pull/1530: indexOf instead of a Set, with its
// "extra insertion cost and memory allocation"
// reason: Set|allocat|garbage

const list = [1, 5, 7, 9, 12, 15, 20, 23];

module.exports = {
  fast: () => list.indexOf(20) >= 0,
  slow: () => new Set(list).has(20), // HERE
};
