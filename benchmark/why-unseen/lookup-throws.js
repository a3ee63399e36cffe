// reason: exception|throw|Error|stack trace|try
// because: the slow one throws an Error for each missing key and catches it, which captures a stack trace each time.
'use strict';
const assert = require('assert');

class MissingKeyError extends Error {}

class Settings {
  #entries;
  constructor(entries) { this.#entries = new Map(entries); }
  peek(key, fallback) {
    const value = this.#entries.get(key);
    return value === undefined ? fallback : value;
  }
  need(key) {
    const value = this.#entries.get(key);
    if (value === undefined) throw new MissingKeyError('no setting ' + key); // HERE
    return value;
  }
}

const names = Array.from({ length: 32 }, (_, i) => 'app.option.' + i);
const settings = new Settings(names.filter((_, i) => i % 4 !== 0).map((name, i) => [name, i]));

function needOr(key, fallback) {
  try {
    return settings.need(key);
  } catch (error) {
    if (error instanceof MissingKeyError) return fallback;
    throw error;
  }
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 8) & 31;
    let sum = 0;
    for (let i = a; i < a + 8; i++) sum += settings.peek(names[i], -1);
    return sum;
  },
  slow() {
    b = (b + 8) & 31;
    let sum = 0;
    for (let i = b; i < b + 8; i++) sum += needOr(names[i], -1);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
