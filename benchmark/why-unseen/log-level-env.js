// reason: process\.env|environment
// because: the slow one reads process.env at each log call, which goes to the C++ environment and makes a new string
// each time.
'use strict';
const assert = require('assert');

process.env.APP_LOG_LEVEL = 'warn';
const ranks = { debug: 0, info: 1, warn: 2, error: 3 };
const threshold = ranks[process.env.APP_LOG_LEVEL];

const entries = [];
for (let i = 0; i < 64; i++) {
  entries.push({ rank: i % 4, text: 'event ' + i });
}

const cached = {
  enabled(entry) {
    return entry.rank >= threshold;
  },
};

const live = {
  enabled(entry) {
    return entry.rank >= ranks[process.env.APP_LOG_LEVEL]; // HERE
  },
};

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 32) & 63;
    let size = 0;
    for (let i = a; i < a + 32; i++) if (cached.enabled(entries[i])) size += entries[i].text.length;
    return size;
  },
  slow() {
    b = (b + 32) & 63;
    let size = 0;
    for (let i = b; i < b + 32; i++) if (live.enabled(entries[i])) size += entries[i].text.length;
    return size;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
