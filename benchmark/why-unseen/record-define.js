// reason: defineProperty|descriptor|definePropert(y|ies)
// because: the slow one creates the properties by Object.defineProperty with descriptor objects instead of an object
// literal.
'use strict';
const assert = require('assert');

const samples = [];
for (let i = 0; i < 32; i++) samples.push([i, i * i, 'row' + i]);

function literal(sample) {
  return { id: sample[0], value: sample[1], label: sample[2] };
}

function defined(sample) {
  const record = {};
  const names = ['id', 'value', 'label'];
  for (let i = 0; i < names.length; i++) {
    Object.defineProperty(record, names[i], { // HERE
      value: sample[i], writable: true, enumerable: true, configurable: true,
    });
  }
  return record;
}

let r = 0;
let t = 0;

module.exports = {
  fast() {
    r = (r + 16) & 31;
    let total = 0;
    for (let i = r; i < r + 16; i++) {
      const record = literal(samples[i]);
      total += record.id + record.value + record.label.length;
    }
    return total;
  },
  slow() {
    t = (t + 16) & 31;
    let total = 0;
    for (let i = t; i < t + 16; i++) {
      const record = defined(samples[i]);
      total += record.id + record.value + record.label.length;
    }
    return total;
  },
};

assert.deepStrictEqual(literal(samples[3]), defined(samples[3]));
for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
