// reason: AsyncLocalStorage|async[_ ]?hooks|async context|\brun\b|AsyncResource|context
// because: the slow one enters a new AsyncLocalStorage context with run for every item, which creates and swaps an
// async resource each time, the fast one passes the context as a parameter.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();

function chargeWith(context, amount) {
  return amount * context.factor + context.tenant;
}

function chargeCurrent(amount) {
  const context = storage.getStore();
  return amount * context.factor + context.tenant;
}

const contexts = [];
for (let i = 0; i < 16; i++) contexts.push({ tenant: i, factor: 1 + (i % 3) });

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 7;
    let sum = 0;
    for (let i = a; i < a + 8; i++) {
      const context = contexts[i];
      for (let k = 0; k < 4; k++) sum += chargeWith(context, k + i);
    }
    return sum;
  },
  slow() {
    b = (b + 1) & 7;
    let sum = 0;
    for (let i = b; i < b + 8; i++) {
      storage.run(contexts[i], () => { // HERE
        for (let k = 0; k < 4; k++) sum += chargeCurrent(k + i);
      });
    }
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
