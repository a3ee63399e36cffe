// reason: toISOString|Date|string|format
// because: the slow one makes a Date and formats it as an ISO string for every event to get the day, the fast one
// divides the milliseconds.
'use strict';
const assert = require('assert');

const DAY = 86_400_000;
const origin = Date.UTC(2024, 1, 20);
const events = Array.from({ length: 64 }, (_, i) => origin + ((i * 5_400_007) % (DAY * 4)));

function busiest(counts) {
  let top = 0;
  for (const count of counts.values()) if (count > top) top = count;
  return top * 10 + counts.size;
}

function byNumber(from) {
  const counts = new Map();
  for (let i = from; i < from + 16; i++) {
    const day = Math.floor(events[i] / DAY);
    counts.set(day, (counts.get(day) || 0) + 1);
  }
  return busiest(counts);
}

function byLabel(from) {
  const counts = new Map();
  for (let i = from; i < from + 16; i++) {
    const day = new Date(events[i]).toISOString().slice(0, 10); // HERE
    counts.set(day, (counts.get(day) || 0) + 1);
  }
  return busiest(counts);
}

let a = 0;
let b = 0;

module.exports = {
  fast: () => byNumber((a = (a + 16) & 63)),
  slow: () => byLabel((b = (b + 16) & 63)),
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
