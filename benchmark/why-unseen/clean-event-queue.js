'use strict';
// Pushes timers into a heap and returns the earliest one.
// reason: does more

function push(heap, time) {
  let i = heap.length;
  heap.push(time);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (heap[parent] <= heap[i]) break;
    const swap = heap[parent];
    heap[parent] = heap[i];
    heap[i] = swap;
    i = parent;
  }
}

function delay(i) {
  return ((i * 7919) % 509) + 1;
}

function schedule(count) {
  const heap = [];
  push(heap, 0);
  for (let i = 0; i < count; i++) push(heap, delay(i));
  return heap[0];
}

function fast() {
  return schedule(50);
}

function slow() {
  return schedule(120); // HERE
}

module.exports = { fast, slow };
