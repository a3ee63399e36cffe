// reason: Reflect|reflection|ownKeys|generic
// because: the slow one goes over the fields by Reflect.ownKeys and Reflect.get, which are generic calls without
// inline caches.
'use strict';
const assert = require('assert');

class Invoice {
  constructor(n) {
    this.net = n * 100;
    this.tax = n * 19;
    this.fee = n % 7;
    this.tip = n % 3;
  }
}

const invoices = Array.from({ length: 64 }, (_, n) => new Invoice(n));

function sumDirect(invoice) {
  return invoice.net + invoice.tax + invoice.fee + invoice.tip;
}

function sumMirror(invoice) {
  let sum = 0;
  for (const key of Reflect.ownKeys(invoice)) { // HERE
    sum += Reflect.get(invoice, key);
  }
  return sum;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 32) & 63;
    let sum = 0;
    for (let i = a; i < a + 32; i++) sum += sumDirect(invoices[i]);
    return sum;
  },
  slow() {
    b = (b + 32) & 63;
    let sum = 0;
    for (let i = b; i < b + 32; i++) sum += sumMirror(invoices[i]);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
