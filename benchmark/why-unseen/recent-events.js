'use strict';
// Keeps the last events of a stream in a ring and returns a digest of the batch just added.
// reason: collects garbage

const SIZE = 1 << 16;
const BATCH = 64;

function event(id, kind, value, time) {
  return { id, kind, value, time };
}

function ring() {
  const slots = [];
  for (let i = 0; i < SIZE; i++) slots.push(event(0, 0, 0, 0));
  return { slots, next: 0 };
}

const reused = ring();
const fresh = ring();

function kindOf(i) {
  return (i * 7) & 3;
}

function digest(sum, e) {
  let h = (sum ^ e.time) | 0;
  for (let k = 0; k < 4; k++) h = (Math.imul(h, 31) + (e.id ^ (e.value >> k)) + e.kind) | 0;
  return h;
}

function fast() {
  let sum = 0;
  for (let i = 0; i < BATCH; i++) {
    const e = reused.slots[reused.next];
    e.id = i;
    e.kind = kindOf(i);
    e.value = i * 3;
    e.time = i << 2;
    reused.next = (reused.next + 1) & (SIZE - 1);
    sum = digest(sum, e);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < BATCH; i++) {
    const e = event(i, kindOf(i), i * 3, i << 2);
    fresh.slots[fresh.next] = e; // HERE
    fresh.next = (fresh.next + 1) & (SIZE - 1);
    sum = digest(sum, e);
  }
  return sum;
}

module.exports = { fast, slow };
