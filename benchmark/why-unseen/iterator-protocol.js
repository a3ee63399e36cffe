// reason: iterator|iterat|allocat|object
'use strict';
// A ring buffer with a hand-written iterator vs. forEach-like loop
class Ring {
  constructor(n) { this.items = Array.from({ length: n }, (_, i) => i); this.start = n >> 1; }
  at(i) { return this.items[(this.start + i) % this.items.length]; }
  [Symbol.iterator]() {
    let i = 0;
    const n = this.items.length;
    const self = this;
    return {
      next() {
        if (i >= n) return { done: true, value: undefined };
        return { done: false, value: [i, self.at(i++)] }; // HERE or the for-of
      },
    };
  }
}
const ring = new Ring(100);
function sumSlow(r) { let sum = 0; for (const [i, v] of r) sum += v * i; return sum; }
function sumFast(r) { let sum = 0; for (let i = 0; i < r.items.length; i++) sum += r.at(i) * i; return sum; }
module.exports = { fast() { return sumFast(ring); }, slow() { return sumSlow(ring); } };
