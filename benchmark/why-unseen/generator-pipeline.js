// reason: generator
'use strict';
const data = Array.from({ length: 100 }, (_, i) => i);
function* numbers(list) { for (const x of list) yield x; } // HERE (or the next two)
function* odd(source) { for (const x of source) if (x & 1) yield x; }
function* squares(source) { for (const x of source) yield x * x; }
function sumSlow() {
  let sum = 0;
  for (const x of squares(odd(numbers(data)))) sum += x;
  return sum;
}
function isOdd(x) { return (x & 1) === 1; }
function square(x) { return x * x; }
function sumFast() {
  let sum = 0;
  for (const x of data) if (isOdd(x)) sum += square(x);
  return sum;
}
module.exports = { fast() { return sumFast(); }, slow() { return sumSlow(); } };
