// reason: [Pp]roxy
'use strict';
// Reactive state
let reads = 0; // eslint-disable-line no-unused-vars -- the trap must do something
const handler = {
  get(target, key) { reads++; return target[key]; },
  set(target, key, value) { target[key] = value; return true; },
};
const plain = { x: 1, y: 2, z: 3, sum: 0 };
const reactive = new Proxy({ x: 1, y: 2, z: 3, sum: 0 }, handler);
function updatePlain(state, n) {
  for (let i = 0; i < n; i++) {
    state.sum = (state.x + state.y * i + state.z) % 1000;
  }
  return state.sum;
}
function updateReactive(state, n) {
  for (let i = 0; i < n; i++) {
    state.sum = (state.x + state.y * i + state.z) % 1000; // HERE
  }
  return state.sum;
}
module.exports = { fast() { return updatePlain(plain, 20); }, slow() { return updateReactive(reactive, 20); } };
