// reason: hasInstance|instanceof
// because: instanceof on a class with its own Symbol.hasInstance runs that method with its checks of the prototype
// chain and duck typing at every test.
'use strict';
const assert = require('assert');

class Token {
  constructor(kind, text) {
    this.kind = kind;
    this.text = text;
    this.isToken = true;
  }
}

class TokenLike {
  static [Symbol.hasInstance](value) { // HERE
    return ['kind', 'text', 'isToken'].every((name) => Reflect.has(value, name));
  }
}

const stream = [];
for (let i = 0; i < 64; i++) {
  stream.push(i % 3 === 0 ? { raw: 'ws', width: i } : new Token(i % 5, 't' + i));
}

let at = 0;
let on = 0;

module.exports = {
  fast() {
    at = (at + 32) & 63;
    let kinds = 0;
    for (let i = at; i < at + 32; i++) {
      const item = stream[i];
      if (item instanceof Token) kinds += item.kind;
    }
    return kinds;
  },
  slow() {
    on = (on + 32) & 63;
    let kinds = 0;
    for (let i = on; i < on + 32; i++) {
      const item = stream[i];
      if (item instanceof TokenLike) kinds += item.kind;
    }
    return kinds;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
