// reason: cache|local|stride|column|memory (access|order)|row
// because: the slow one goes down the columns of a big row-major matrix, so every access touches another cache line.
'use strict';
const assert = require('assert');

const N = 2048;

class Heightmap {
  constructor(size) {
    this.size = size;
    this.cells = new Float64Array(size * size).fill(1);
  }
  rowSum(y) {
    const { size, cells } = this;
    let sum = 0;
    for (let x = 0; x < size; x++) sum += cells[y * size + x];
    return sum;
  }
  columnSum(x) {
    const { size, cells } = this;
    let sum = 0;
    for (let y = 0; y < size; y++) sum += cells[y * size + x]; // HERE
    return sum;
  }
}

const map = new Heightmap(N);
for (let i = 0; i < N; i += 8) {
  for (let k = 0; k < N; k += 8) map.cells[i * N + k] = map.cells[k * N + i] = ((i + k) % 17) + 0.5;
}

let row = 0;
let column = 0;

module.exports = {
  fast() {
    row = (row + 64) % (N - 7);
    return map.rowSum(row);
  },
  slow() {
    column = (column + 64) % (N - 7);
    return map.columnSum(column);
  },
};

for (let k = 0; k < 3; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
