'use strict';

// reason: regular expression

const text = 'a'.repeat(22);

module.exports = {
  fast() {
    return /^a+$/.test(text + 'b');
  },
  slow() {
    return /^(a+)+$/.test(text + 'b'); // HERE
  },
};
