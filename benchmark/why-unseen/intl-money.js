// reason: Intl|NumberFormat|format(ter)?.*(every|each|creat|construct)|construct|creat
// because: the slow one constructs a new Intl.NumberFormat for every price, which is far more expensive than
// formatting.
'use strict';
const assert = require('assert');

const prices = Array.from({ length: 64 }, (_, i) => 3.5 + i * 17.25);

const shared = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const receipts = {
  shared(price) {
    return shared.format(price);
  },
  local(price) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }); // HERE
    return format.format(price);
  },
};

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 63;
    return receipts.shared(prices[a]);
  },
  slow() {
    b = (b + 1) & 63;
    return receipts.local(prices[b]);
  },
};

for (let k = 0; k < 3; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
