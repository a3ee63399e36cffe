// reason: Prox(y|ies)|trap
// because: the slow one reads the model through a Proxy whose get trap runs at every property access.
'use strict';
const assert = require('assert');

function observe(target, onRead) {
  return new Proxy(target, {
    get(object, key) { // HERE
      onRead.count = (onRead.count + 1) & 0xffff;
      return object[key];
    },
  });
}

const reads = { count: 0 };
const bodies = [];
const watched = [];
for (let i = 0; i < 64; i++) {
  const body = { x: i, y: 2 * i, vx: 1 + (i % 3), vy: 0.5 * i, mass: 10 + i };
  bodies.push(body);
  watched.push(observe(body, reads));
}

const energyOf = (b) => b.mass * (b.vx * b.vx + b.vy * b.vy) * 0.5 + b.y * b.mass;
const energyIn = (b) => b.mass * (b.vx * b.vx + b.vy * b.vy) * 0.5 + b.y * b.mass;

let f = 0;
let s = 0;

module.exports = {
  fast() {
    f = (f + 32) & 63;
    let sum = 0;
    for (let i = f; i < f + 32; i++) sum += energyOf(bodies[i]);
    return sum;
  },
  slow() {
    s = (s + 32) & 63;
    let sum = 0;
    for (let i = s; i < s + 32; i++) sum += energyIn(watched[i]);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
