'use strict';

// reason: more work

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 100; i++) s += Object.keys({ i, s }).length;
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 300; i++) s += Object.keys({ i, s }).length;
    return s;
  },
};
