// reason: megamorphic|polymorphic|shape|hidden class|map|inline cache
// because: the rows of the slow one have many different shapes, since their keys were added in different orders, so
// the property reads are megamorphic.
'use strict';
const assert = require('assert');

const columns = ['price', 'count', 'weight', 'rate'];
const uniform = [];
const mixed = [];
for (let i = 0; i < 96; i++) {
  const values = { price: i * 3, count: i % 11, weight: i & 7, rate: i % 5 };
  uniform.push({ price: values.price, count: values.count, weight: values.weight, rate: values.rate });
  const row = {};
  const order = columns.slice();
  for (let k = 0, n = i % 24; k < 4; k++) {
    const name = order.splice(n % order.length, 1)[0]; // HERE
    row[name] = values[name];
    n = Math.floor(n / (4 - k));
  }
  mixed.push(row);
}

function totalUniform(from) {
  let total = 0;
  for (let i = from; i < from + 48; i++) {
    const row = uniform[i];
    total += row.price * row.count + row.weight * row.rate;
  }
  return total;
}

function totalMixed(from) {
  let total = 0;
  for (let i = from; i < from + 48; i++) {
    const row = mixed[i];
    total += row.price * row.count + row.weight * row.rate;
  }
  return total;
}

let a = 0;
let b = 0;

module.exports = {
  fast: () => totalUniform((a = (a + 48) % 96)),
  slow: () => totalMixed((b = (b + 48) % 96)),
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
