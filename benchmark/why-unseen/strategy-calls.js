// reason: many (functions|targets|shapes)|different functions|not inlined|calls
'use strict';
// Pricing rules: eight different closures called in one place vs. a switch
const rules = [
  (p) => p, (p) => p * 2, (p) => p + 5, (p) => p - 1, (p) => p ^ 3, (p) => p | 1, (p) => p & 127, (p) => p << 1,
];
const kinds = rules.map((_, i) => i);
const prices = Array.from({ length: 64 }, (_, i) => i * 5 % 101);
function apply(kind, p) {
  switch (kind) {
    case 0: return p; case 1: return p * 2; case 2: return p + 5; case 3: return p - 1;
    case 4: return p ^ 3; case 5: return p | 1; case 6: return p & 127; default: return p << 1;
  }
}
function totalSlow() {
  let sum = 0;
  for (let i = 0; i < prices.length; i++) sum += rules[i & 7](prices[i]); // HERE
  return sum;
}
function totalFast() {
  let sum = 0;
  for (let i = 0; i < prices.length; i++) sum += apply(kinds[i & 7], prices[i]);
  return sum;
}
module.exports = { fast() { return totalFast(); }, slow() { return totalSlow(); } };
