// reason: arguments|variadic|rest|leak|materiali|slice
// because: the slow one passes its arguments object on to a helper, so it must be allocated at each call and copied
// to an array by a generic path.
'use strict';
const assert = require('assert');

const toArray = Function.prototype.call.bind(Array.prototype.slice);

function weigh(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * (i + 1);
  return sum;
}

const metrics = {
  record(name, a, b, c) {
    return name.length + a + b * 2 + c * 3;
  },
  collect() {
    const values = toArray(arguments, 1); // HERE
    return arguments[0].length + weigh(values);
  },
};

const names = ['cpu', 'heap', 'latency', 'requests', 'errors', 'gc', 'rss', 'handles'];
let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 7;
    let sum = 0;
    for (let i = 0; i < 32; i++) sum += metrics.record(names[(a + i) & 7], i, a, i ^ a);
    return sum;
  },
  slow() {
    b = (b + 1) & 7;
    let sum = 0;
    for (let i = 0; i < 32; i++) sum += metrics.collect(names[(b + i) & 7], i, b, i ^ b);
    return sum;
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
