// reason: sparse|dictionary|hash table
'use strict';
// Orders by customer number: array with huge gaps (dictionary elements) vs. dense index
const numbers = Array.from({ length: 200 }, (_, i) => 5_000_000 + i * 40_009);
const dense = [];
const sparse = [];
numbers.forEach((number, i) => { dense[i] = { number, sum: i }; sparse[number] = { number, sum: i }; });

function sumDense() {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) {
    const order = dense[i];
    if (order !== undefined) sum += order.sum;
  }
  return sum;
}
function sumSparse() {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) {
    const order = sparse[numbers[i]]; // HERE
    if (order !== undefined) sum += order.sum;
  }
  return sum;
}
module.exports = { fast() { return sumDense(); }, slow() { return sumSparse(); } };
