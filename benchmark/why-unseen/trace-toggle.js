// reason: deopt|prototype|patch|invalidat|redefin|delete|override|monkey|inline cache
// because: the slow one adds or deletes a method on the prototype at every call, which invalidates the inline caches
// that depend on the prototype chain, so each call starts with cache misses.
'use strict';
const assert = require('assert');

class Probe {
  constructor(base) {
    this.base = base;
    this.traced = false;
  }
  sample(x) {
    return this.traced ? this.base + x * 2 : this.base + x;
  }
}

class Sensor {
  constructor(base) { this.base = base; }
  sample(x) { return this.base + x; }
}
class Gauge extends Sensor {}
function tracedSample(x) { return this.base + x * 2; }

function setTracing(on) {
  if (on) Gauge.prototype.sample = tracedSample; // HERE
  else delete Gauge.prototype.sample;
}

const probes = Array.from({ length: 32 }, (_, i) => new Probe(i));
const gauges = Array.from({ length: 32 }, (_, i) => new Gauge(i));
let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 255;
    const traced = (a & 1) === 1;
    let sum = 0;
    for (let i = 0; i < probes.length; i++) {
      probes[i].traced = traced;
      sum += probes[i].sample(a + i);
    }
    return sum;
  },
  slow() {
    b = (b + 1) & 255;
    setTracing((b & 1) === 1);
    let sum = 0;
    for (let i = 0; i < gauges.length; i++) sum += gauges[i].sample(b + i);
    return sum;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
