// reason: WeakMap|hash
// because: the slow one keeps private state in a WeakMap, so every field access is a hash table lookup.
'use strict';
const assert = require('assert');

class Wallet {
  #coins;
  constructor(coins) { this.#coins = coins; }
  value(rate) { return this.#coins * rate; }
}

const secrets = new WeakMap();

class Purse {
  constructor(coins) { secrets.set(this, { coins }); }
  value(rate) {
    return secrets.get(this).coins * rate; // HERE
  }
}

const wallets = Array.from({ length: 64 }, (_, i) => new Wallet(i * 3));
const purses = Array.from({ length: 64 }, (_, i) => new Purse(i * 3));

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 15;
    let sum = 0;
    for (const wallet of wallets) sum += wallet.value(a);
    return sum;
  },
  slow() {
    b = (b + 1) & 15;
    let sum = 0;
    for (const purse of purses) sum += purse.value(b);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
