// reason: megamorphic|polymorphic|virtual|dispatch|inlin|different classes|inline cache|many shapes|in advance
// because: the method call in the slow one meets objects of nine classes, so it is megamorphic and cannot be inlined.
'use strict';
const assert = require('assert');

class Node {
  constructor(value) { this.value = value; }
}
const classes = [
  class Add extends Node { run(x) { return (x + this.value) | 0; } },
  class Sub extends Node { run(x) { return (x - this.value) | 0; } },
  class Xor extends Node { run(x) { return x ^ this.value; } },
  class And extends Node { run(x) { return x & ~this.value; } },
  class Or extends Node { run(x) { return x | this.value; } },
  class Shl extends Node { run(x) { return x << (this.value & 1); } },
  class Shr extends Node { run(x) { return x >> (this.value & 1); } },
  class Neg extends Node { run(x) { return -x | 0; } },
  class Inc extends Node { run(x) { return (x + 1) | 0; } },
];

const tree = [];
const code = [];
for (let i = 0; i < 45; i++) {
  const op = (i * 4) % 9;
  tree.push(new classes[op](i)); // HERE
  code.push({ op, value: i });
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    let x = (a = (a + 1) & 1023);
    for (let i = 0; i < code.length; i++) {
      const { op, value } = code[i];
      switch (op) {
        case 0: x = (x + value) | 0; break;
        case 1: x = (x - value) | 0; break;
        case 2: x ^= value; break;
        case 3: x &= ~value; break;
        case 4: x |= value; break;
        case 5: x <<= value & 1; break;
        case 6: x >>= value & 1; break;
        case 7: x = -x | 0; break;
        default: x = (x + 1) | 0;
      }
    }
    return x;
  },
  slow() {
    let x = (b = (b + 1) & 1023);
    for (let i = 0; i < tree.length; i++) x = tree[i].run(x);
    return x;
  },
};

for (let k = 0; k < 50; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
