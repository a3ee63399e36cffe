'use strict';

// reason: encodeURI|URI

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += ('a b' + i).length;
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 20; i++) {
      s += encodeURIComponent('a b' + i).length; // HERE
    }
    return s;
  },
};
