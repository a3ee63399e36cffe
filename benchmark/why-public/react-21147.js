'use strict';

// https://github.com/facebook/react/pull/21147: the heap "reads beyond the length of the array"
// reason: element|outside|beyond

const keys = Array.from({ length: 60 }, (_, i) => i * 3);

function siftDown(heap, until) {
  const node = heap[0];
  let index = 0;
  while (index < until) {
    const left = index * 2 + 1;
    const right = left + 1;
    if (heap[left] !== undefined && heap[left] < node) { // HERE
      const smaller = heap[right] !== undefined && heap[right] < heap[left] ? right : left;
      heap[index] = heap[smaller];
      heap[smaller] = node;
      index = smaller;
    } else if (heap[right] !== undefined && heap[right] < node) {
      heap[index] = heap[right];
      heap[right] = node;
      index = right;
    } else {
      return;
    }
  }
}

const sorted = (until) => {
  const heap = keys.slice(); // sorted keys are a heap
  let sum = 0;
  while (heap.length > 1) {
    sum += heap[0];
    heap[0] = heap.pop();
    siftDown(heap, until(heap.length));
  }
  return sum;
};

module.exports = {
  fast: () => sorted((length) => length >>> 1),
  slow: () => sorted((length) => length),
};
