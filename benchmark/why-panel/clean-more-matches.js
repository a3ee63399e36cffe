'use strict';

// reason: more work

const text = '2026-11-28T12:00:00Z';

module.exports = {
  fast() {
    let s = 0;
    for (let i = 0; i < 3; i++) s += /^(\d+)-(\d+)/.exec(text)[1].length;
    return s;
  },
  slow() {
    let s = 0;
    for (let i = 0; i < 9; i++) s += /^(\d+)-(\d+)/.exec(text)[1].length;
    return s;
  },
};
