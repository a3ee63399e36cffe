// reason: hole|outside|prototype
'use strict';
// A sparse board with holes: reads of holes look at the prototypes
const N = 256;
const holey = new Array(N);
const packed = [];
for (let i = 0; i < N; i++) packed.push(i % 3 === 0 ? i : undefined);
for (let i = 0; i < N; i += 3) holey[i] = i;
Array.prototype.extraForTest = undefined; // polyfills are common
Object.setPrototypeOf(holey, Object.create(Array.prototype, { [300]: { value: 1, writable: true } }));
const weigh = (v, i) => (v === undefined ? 1 : v + i);
function sumSlow() {
  let sum = 0;
  for (let i = 0; i < N; i++) sum += weigh(holey[i], i); // HERE
  return sum;
}
function sumFast() {
  let sum = 0;
  for (let i = 0; i < N; i++) sum += weigh(packed[i], i);
  return sum;
}
module.exports = { fast() { return sumFast(); }, slow() { return sumSlow(); } };
