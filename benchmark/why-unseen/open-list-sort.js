// reason: sort|heap|priority queue|n log n|every (step|push|iteration)|each (step|push|iteration)
// because: the slow one sorts the whole open list again for every node taken, the fast one keeps a binary heap.
'use strict';
const assert = require('assert');

const jobs = Array.from({ length: 8 }, (_, s) => Array.from({ length: 60 }, (_, i) => (i * 7919 + s * 131) % 1009));

function heapPush(heap, value) {
  let i = heap.push(value) - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (heap[parent] <= value) break;
    heap[i] = heap[parent];
    i = parent;
  }
  heap[i] = value;
}

function heapPop(heap) {
  const top = heap[0];
  const value = heap.pop();
  const size = heap.length;
  if (size === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    if (child + 1 < size && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= value) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = value;
  return top;
}

function sortedPush(list, value) {
  list.push(value);
  list.sort((a, b) => b - a); // HERE
}

let x = 0;
let y = 0;

module.exports = {
  fast() {
    const open = [];
    let order = 0;
    for (const cost of jobs[x = (x + 1) & 7]) heapPush(open, cost);
    while (open.length > 0) order = (order * 31 + heapPop(open)) | 0;
    return order;
  },
  slow() {
    const open = [];
    let order = 0;
    for (const cost of jobs[y = (y + 1) & 7]) sortedPush(open, cost);
    while (open.length > 0) order = (order * 31 + open.pop()) | 0;
    return order;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
