// reason: remainder|modulo|%
'use strict';
// A random generator with doubles vs. ints
class Lcg {
  constructor(seed) { this.state = seed; }
  next() { this.state = (this.state * 16807) % 2147483647; return this.state; } // HERE
}
class Xor {
  constructor(seed) { this.state = seed; }
  next() {
    let s = this.state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.state = s;
    return s >>> 1;
  }
}
const cards = Array.from({ length: 52 }, (_, i) => i);
function shuffleSlow(r) {
  let acc = 0;
  for (let i = 51; i > 0; i--) { const j = r.next() & 31; acc += cards[j] * i; }
  return acc;
}
function shuffleFast(r) {
  let acc = 0;
  for (let i = 51; i > 0; i--) { const j = r.next() & 31; acc += cards[j] * i; }
  return acc;
}
const lcg = new Lcg(4711), xor = new Xor(4711);
module.exports = { fast() { return shuffleFast(xor); }, slow() { return shuffleSlow(lcg); } };
