'use strict';
// Smooths a signal with a three-point filter, several passes.
// reason: does more

const signal = new Float64Array(300);
for (let i = 0; i < signal.length; i++) signal[i] = Math.sin(i / 9) + (i % 5) / 10;

const bufferA = new Float64Array(signal.length);
const bufferB = new Float64Array(signal.length);

function pass(from, to) {
  const last = from.length - 1;
  to[0] = from[0];
  to[last] = from[last];
  for (let i = 1; i < last; i++) to[i] = (from[i - 1] + from[i] * 2 + from[i + 1]) / 4;
}

function smooth(rounds) {
  bufferA.set(signal);
  for (let r = 0; r < rounds; r++) {
    pass(bufferA, bufferB);
    pass(bufferB, bufferA);
  }
  return bufferA;
}

function energy(data) {
  let e = 0;
  for (let i = 0; i < data.length; i++) e += data[i] * data[i];
  return e;
}

function fast() {
  return energy(smooth(4));
}

function slow() {
  return energy(smooth(12));
}

module.exports = { fast, slow };
