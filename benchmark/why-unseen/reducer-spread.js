// reason: spread|cop(y|ies)|quadratic|\.\.\.acc|new object
// because: the slow one copies the whole accumulator object for every item, so the work is quadratic.
'use strict';
const assert = require('assert');

const batches = [];
for (let b = 0; b < 16; b++) {
  batches.push(Array.from({ length: 24 }, (_, i) => ({ sku: 'sku' + ((i * 5 + b) % 24), stock: i * b + 1 })));
}

function indexInPlace(items) {
  return items.reduce((acc, item) => {
    acc[item.sku] = item.stock;
    return acc;
  }, {});
}

function indexImmutable(items) {
  return items.reduce((acc, item) => ({ ...acc, [item.sku]: item.stock }), {}); // HERE
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % batches.length;
    const stock = indexInPlace(batches[a]);
    return stock.sku3 + stock.sku17;
  },
  slow() {
    b = (b + 1) % batches.length;
    const stock = indexImmutable(batches[b]);
    return stock.sku3 + stock.sku17;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
