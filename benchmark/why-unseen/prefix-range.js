// reason: prefix|sum|again|repeated|every (query|range)|each (query|range)|recomput|loop|iterat|more work
// because: the slow one adds up all values of the range for every query, the fast one subtracts two stored prefix
// sums.
'use strict';
const assert = require('assert');

class DailyRevenue {
  constructor(days) {
    this.days = days;
    this.running = [0];
    for (const amount of days) this.running.push(this.running[this.running.length - 1] + amount);
  }
  between(from, to) {
    return this.running[to] - this.running[from];
  }
  total(from, to) {
    let sum = 0;
    for (let d = from; d < to; d++) sum += this.days[d]; // HERE
    return sum;
  }
}

const revenue = new DailyRevenue(Array.from({ length: 366 }, (_, d) => (d * 7919) % 1000));
const ranges = Array.from({ length: 32 }, (_, i) => [i * 2, 150 + ((i * 53) % 200)]);

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 8) & 31;
    let best = 0;
    for (let k = a; k < a + 8; k++) {
      const range = ranges[k];
      best = Math.max(best, revenue.between(range[0], range[1]));
    }
    return best;
  },
  slow() {
    b = (b + 8) & 31;
    let best = 0;
    for (let k = b; k < b + 8; k++) {
      const range = ranges[k];
      best = Math.max(best, revenue.total(range[0], range[1]));
    }
    return best;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
