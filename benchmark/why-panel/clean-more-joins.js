'use strict';

// reason: more work

const words = "the quick brown fox jumps over the lazy dog".split(" ");

module.exports = {
  fast() {
    return words.join("-").length;
  },
  slow() {
    return words.join("-").length + words.join("+").length;
  },
};
