'use strict';

// reason: more work

const text = 'the quick brown fox jumps over the lazy dog';

module.exports = {
  fast() {
    let s = 0;
    for (let k = 0; k < 1; k++) {
      for (let i = 0; i < text.length; i++) s = Math.imul(s ^ text.charCodeAt(i), 16777619);
    }
    return s;
  },
  slow() {
    let s = 0;
    for (let k = 0; k < 4; k++) {
      for (let i = 0; i < text.length; i++) s = Math.imul(s ^ text.charCodeAt(i), 16777619);
    }
    return s;
  },
};
