// reason: box|number(s)? (object|on the heap|in)|heap number
'use strict';
// Running statistics; fields begin as null, so V8 stores boxed numbers
const values = Float64Array.from({ length: 500 }, (_, i) => Math.sin(i) * 100);
class SlowStats {
  constructor() { this.mean = null; this.m2 = null; this.count = 0; this.reset(); }
  reset() { this.mean = undefined; this.m2 = 'none'; }
  begin() { this.mean = 0.5; this.m2 = 0.5; this.count = 0; }
  add(x) {
    this.count++;
    const d = x - this.mean;
    this.mean += d / this.count; // HERE
    this.m2 += d * (x - this.mean);
  }
}
class FastStats {
  constructor() { this.mean = 0.5; this.m2 = 0.5; this.count = 0; }
  begin() { this.mean = 0.5; this.m2 = 0.5; this.count = 0; }
  add(x) {
    this.count++;
    const d = x - this.mean;
    this.mean += d / this.count;
    this.m2 += d * (x - this.mean);
  }
}
function run(stats) { stats.begin(); for (const x of values) stats.add(x); return stats.m2; }
function runSlow(stats) { stats.begin(); for (const x of values) stats.add(x); return stats.m2; }
const slow = new SlowStats(), fast = new FastStats();
module.exports = { fast() { return run(fast); }, slow() { return runSlow(slow); } };
