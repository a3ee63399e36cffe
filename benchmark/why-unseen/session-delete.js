// reason: delete|dictionary|hash table|slow mode|slow (properties|object)
// because: delete of a property in the middle turns the session object into dictionary mode, so all its properties
// are then read by hash lookups.
'use strict';
const assert = require('assert');

function newSession(i) {
  return { token: 't' + i, user: i, hits: i * 3, quota: 100, spent: i % 7, level: i % 4, debt: i % 5 };
}

const open = [];
const logged = [];
for (let i = 0; i < 64; i++) {
  const a = newSession(i);
  a.token = undefined;
  open.push(a);
  const b = newSession(i);
  delete b.token; // HERE
  logged.push(b);
}

function scoreOpen(list, from) {
  let score = 0;
  for (let i = from; i < from + 32; i++) {
    const s = list[i];
    score += s.user + s.hits * 2 + s.quota - s.spent + s.level - s.debt;
  }
  return score;
}

function scoreLogged(list, from) {
  let score = 0;
  for (let i = from; i < from + 32; i++) {
    const s = list[i];
    score += s.user + s.hits * 2 + s.quota - s.spent + s.level - s.debt;
  }
  return score;
}

let a = 0;
let b = 0;

module.exports = {
  fast: () => scoreOpen(open, (a = (a + 32) & 63)),
  slow: () => scoreLogged(logged, (b = (b + 32) & 63)),
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
