// reason: setPrototypeOf|prototype
// because: the slow one gives each plain row its class by Object.setPrototypeOf, a slow runtime call that changes
// the hidden class of every object.
'use strict';
const assert = require('assert');

class Account {
  constructor(id, balance) {
    this.id = id;
    this.balance = balance;
  }
  worth(rate) {
    return this.balance * rate + this.id;
  }
}

const rows = Array.from({ length: 32 }, (_, i) => [i, i * 250]);

const hydrate = ([id, balance]) => new Account(id, balance);

const revive = ([id, balance]) => Object.setPrototypeOf({ id, balance }, Account.prototype); // HERE

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 16) & 31;
    let sum = 0;
    for (let i = a; i < a + 16; i++) sum += hydrate(rows[i]).worth(2);
    return sum;
  },
  slow() {
    b = (b + 16) & 31;
    let sum = 0;
    for (let i = b; i < b + 16; i++) sum += revive(rows[i]).worth(2);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
