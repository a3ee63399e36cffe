// reason: WeakMap|hash
'use strict';
// Private state in a WeakMap (as compiled by old tools) vs. a #field
const state = new WeakMap();
class Old {
  constructor(n) { state.set(this, { n, steps: 0 }); }
  step() {
    const own = state.get(this); // HERE
    own.n = own.n % 2 ? own.n * 3 + 1 : own.n >> 1;
    own.steps++;
    return own.n;
  }
  reset(n) { const own = state.get(this); own.n = n; own.steps = 0; }
}
class New {
  #n; #steps = 0;
  constructor(n) { this.#n = n; }
  step() { this.#n = this.#n % 2 ? this.#n * 3 + 1 : this.#n >> 1; this.#steps++; return this.#n; }
  reset(n) { this.#n = n; this.#steps = 0; }
  steps() { return this.#steps; }
}
function collatz(machine, n) { machine.reset(n); let i = 0; while (machine.step() !== 1) i++; return i; }
function collatzOld(machine, n) { machine.reset(n); let i = 0; while (machine.step() !== 1) i++; return i; }
const a = new Old(1), b = new New(1);
module.exports = { fast() { return collatz(b, 27); }, slow() { return collatzOld(a, 27); } };
