// reason: deoptim|prototype|shape
'use strict';
// A spy replaces a method before every call, as test doubles do, vs. a field on the instance
class Service { constructor() { this.calls = 0; this.hook = null; } fetch(x) { this.calls++; return x + 1; } }
class Other { constructor() { this.calls = 0; this.hook = null; } fetch(x) { this.calls++; return x + 1; } }
const a = new Service(), b = new Other();
const original = Service.prototype.fetch;
const spy = function (x) { this.calls += 2; return x - 1; };
function useSlow(s) { let n = 0; for (let i = 0; i < 20; i++) n = s.fetch(n); return n; }
function useFast(s) { let n = 0; for (let i = 0; i < 20; i++) n = s.hook === null ? s.fetch(n) : s.hook(n); return n; }
function runSlow() {
  Service.prototype.fetch = spy; // HERE
  const n = useSlow(a);
  Service.prototype.fetch = original;
  return n + useSlow(a);
}
function runFast() {
  b.hook = spy;
  const n = useFast(b);
  b.hook = null;
  return n + useFast(b);
}
module.exports = { fast() { return runFast(); }, slow() { return runSlow(); } };
