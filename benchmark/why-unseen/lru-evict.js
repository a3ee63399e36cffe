// reason: scan|linear|search|oldest|every entry|all (the )?entries|insertion order|iterat|loop|more work
// because: the slow one looks at every entry to find the oldest one at each eviction, the fast one takes the first
// key of the Map.
'use strict';
const assert = require('assert');
const LIMIT = 50;

class OrderedCache {
  constructor() { this.map = new Map(); }
  put(key, value) {
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size > LIMIT) this.map.delete(this.map.keys().next().value);
  }
  get(key) {
    return this.map.get(key);
  }
}

class StampedCache {
  constructor() { this.map = new Map(); this.clock = 0; }
  put(key, value) {
    this.map.set(key, { value, used: ++this.clock });
    if (this.map.size <= LIMIT) return;
    let victim;
    let oldest = Infinity;
    for (const [name, entry] of this.map) { // HERE
      if (entry.used < oldest) {
        oldest = entry.used;
        victim = name;
      }
    }
    this.map.delete(victim);
  }
  get(key) {
    return this.map.get(key)?.value;
  }
}

const keys = Array.from({ length: 97 }, (_, i) => 'tile/' + i);
const ordered = new OrderedCache();
const stamped = new StampedCache();
let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % 97;
    ordered.put(keys[a], a * 2);
    return ordered.get(keys[(a + 80) % 97]);
  },
  slow() {
    b = (b + 1) % 97;
    stamped.put(keys[b], b * 2);
    return stamped.get(keys[(b + 80) % 97]);
  },
};

for (let k = 0; k < 150; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
