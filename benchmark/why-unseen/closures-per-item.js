// reason: closure|function|context
'use strict';
// A dispatcher that stores callbacks
const queue = new Array(64).fill(null);
let head = 0, sum = 0;
function schedule(task) { queue[head++ & 63] = task; }
function drain() {
  for (let i = 0; i < 64; i++) {
    const t = queue[i];
    if (t !== null) { t.run(); queue[i] = null; }
  }
  head = 0;
}
class Task { constructor(id, weight) { this.id = id; this.weight = weight; } run() { sum += this.id * this.weight; } }
function schedule2(task) { queue2[head2++ & 63] = task; }
const queue2 = new Array(64).fill(null);
let head2 = 0;
function drain2() {
  for (let i = 0; i < 64; i++) {
    const t = queue2[i];
    if (t !== null) { t(); queue2[i] = null; }
  }
  head2 = 0;
}
function produceSlow(n) {
  for (let id = 0; id < n; id++) {
    const weight = id & 3;
    const log = () => sum;
    const step = () => { sum += id * weight; log(); };
    schedule2(() => step()); // HERE (or one of the two lines above)
  }
  drain2();
}
function produceFast(n) {
  for (let id = 0; id < n; id++) schedule(new Task(id, id & 3));
  drain();
}
module.exports = { fast() { produceFast(50); }, slow() { produceSlow(50); } };
