// reason: string key|template|concat|string|key|alloc|hash
// because: the slow one builds a string key for every cell it looks up, the fast one uses a number as the key.
'use strict';
const assert = require('assert');

const SIDE = 40;
const byIndex = new Map();
const byName = new Map();
for (let y = 0; y < SIDE; y++) {
  for (let x = 0; x < SIDE; x++) {
    if ((x * 7 + y * 3) % 4 === 0) continue;
    byIndex.set(y * SIDE + x, (x + y) % 5);
    byName.set(`${x},${y}`, (x + y) % 5);
  }
}

const around = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

function crowdIndexed(x, y) {
  let crowd = 0;
  for (let i = 0; i < around.length; i++) {
    crowd += byIndex.get((y + around[i][1]) * SIDE + x + around[i][0]) ?? 0;
  }
  return crowd;
}

function crowdNamed(x, y) {
  let crowd = 0;
  for (let i = 0; i < around.length; i++) {
    crowd += byName.get(`${x + around[i][0]},${y + around[i][1]}`) ?? 0; // HERE
  }
  return crowd;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % 30;
    return crowdIndexed(a + 2, 32 - a);
  },
  slow() {
    b = (b + 1) % 30;
    return crowdNamed(b + 2, 32 - b);
  },
};

for (let k = 0; k < 30; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
