// reason: more
// because: the slow one groups twice as many orders, in the same way.
'use strict';
const assert = require('assert');

const orders = Array.from({ length: 256 }, (_, i) => ({ customer: 'c' + (i % 12), amount: i }));

function customersIn(from, count) {
  const groups = new Map();
  for (let i = from; i < from + count; i++) {
    const order = orders[i];
    const group = groups.get(order.customer);
    if (group === undefined) groups.set(order.customer, [order]);
    else group.push(order);
  }
  return groups.size;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 63;
    return customersIn(a, 60);
  },
  slow() {
    b = (b + 1) & 63;
    return customersIn(b, 150); // HERE
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
