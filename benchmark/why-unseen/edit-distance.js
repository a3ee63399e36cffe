// reason: recurs|memo|exponential|same subproblem|more calls|repeated|again|dynamic programming|more work
// because: the slow one solves the same subproblems again and again by plain recursion, the fast one fills a table.
'use strict';
const assert = require('assert');

const typed = ['confgi', 'servre', 'stream', 'routre', 'schmea', 'bufefr', 'proyx', 'symblo'];
const known = ['config', 'server', 'stream', 'router', 'schema', 'buffer', 'proxy', 'symbol'];

function distanceTable(a, b) {
  const width = b.length + 1;
  const row = new Array(width).fill(0).map((_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j < width; j++) {
      const above = row[j];
      row[j] = a[i - 1] === b[j - 1] ? diagonal : 1 + Math.min(diagonal, above, row[j - 1]);
      diagonal = above;
    }
  }
  return row[width - 1];
}

function distanceOf(a, b, i, j) {
  if (i === 0) return j;
  if (j === 0) return i;
  if (a[i - 1] === b[j - 1]) return distanceOf(a, b, i - 1, j - 1);
  return 1 + Math.min(
    distanceOf(a, b, i - 1, j - 1),
    distanceOf(a, b, i - 1, j), // HERE
    distanceOf(a, b, i, j - 1),
  );
}

let f = 0;
let s = 0;

module.exports = {
  fast() {
    f = (f + 1) & 7;
    return distanceTable(typed[f], known[f]);
  },
  slow() {
    s = (s + 1) & 7;
    return distanceOf(typed[s], known[s], typed[s].length, known[s].length);
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
