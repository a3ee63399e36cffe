'use strict';

// reason: stack trace

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 10; i++) { s += ({ message: 'x' }).message.length; }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      s += new Error('x').message.length; // HERE
    }
    return s;
  },
};
