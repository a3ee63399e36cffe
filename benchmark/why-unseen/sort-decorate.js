// reason: comparator|(every|each) compar|pars(e|es|ing)|key|repeated|Date
// because: the slow one parses two date strings in every comparison of the sort instead of once for each record.
'use strict';
const assert = require('assert');

const logs = [];
for (let i = 0; i < 8; i++) {
  const log = [];
  for (let k = 0; k < 16; k++) {
    const at = new Date(Date.UTC(2021, (k * 7 + i) % 12, 1 + ((k * 11 + i * 3) % 28), k, i));
    log.push({ at: at.toISOString(), level: k % 4 });
  }
  logs.push(log);
}

const last = (list) => list[list.length - 1].level * 10 + list[3].level;

function newestFirst(log) {
  const keyed = log.map((entry) => ({ entry, time: Date.parse(entry.at) }));
  keyed.sort((x, y) => y.time - x.time);
  return keyed.map((pair) => pair.entry);
}

function recentFirst(log) {
  const copy = log.slice();
  copy.sort((x, y) => Date.parse(y.at) - Date.parse(x.at)); // HERE
  return copy;
}

let p = 0;
let q = 0;

module.exports = {
  fast() {
    p = (p + 1) & 7;
    return last(newestFirst(logs[p]));
  },
  slow() {
    q = (q + 1) & 7;
    return last(recentFirst(logs[q]));
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
