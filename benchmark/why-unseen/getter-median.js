// reason: getter|sort|recomput|again|repeated|(every|each) (iteration|access|time|read)|loop|ArrayBuffer
// because: the getter median copies and sorts all samples again at every read inside the loop; the fast one reads it
// once before the loop.
'use strict';
const assert = require('assert');

class Samples {
  #values;
  constructor(values) { this.#values = values; }
  get values() { return this.#values; }
  get median() {
    const sorted = Float64Array.from(this.#values).sort();
    return sorted[sorted.length >> 1];
  }
}

const series = [];
for (let s = 0; s < 8; s++) {
  series.push(new Samples(Array.from({ length: 21 }, (_, i) => Math.sin(i * 3 + s) * 50)));
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    const samples = series[a = (a + 1) & 7];
    const middle = samples.median;
    let deviation = 0;
    for (const value of samples.values) deviation += Math.abs(value - middle);
    return deviation;
  },
  slow() {
    const samples = series[b = (b + 1) & 7];
    let deviation = 0;
    for (const value of samples.values) deviation += Math.abs(value - samples.median); // HERE
    return deviation;
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
