// reason: valueOf|convert|primitive|object
'use strict';
// Money objects compared by valueOf vs. by their field
class Money {
  constructor(cents) { this.cents = cents; }
  valueOf() { return this.cents; }
}
const bills = Array.from({ length: 50 }, (_, i) => new Money(i * 7919 % 1009));
function maxSlow(list) {
  let best = list[0];
  for (let i = 1; i < list.length; i++) {
    if (list[i] > best) best = list[i]; // HERE
  }
  return best;
}
function maxFast(list) {
  let best = list[0];
  for (let i = 1; i < list.length; i++) {
    if (list[i].cents > best.cents) best = list[i];
  }
  return best;
}
function report(bill) { return bill.cents / 100; }
module.exports = { fast() { return report(maxFast(bills)); }, slow() { return report(maxSlow(bills)); } };
