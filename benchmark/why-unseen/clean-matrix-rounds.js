'use strict';
// Multiplies a rotation matrix with itself; the determinant stays one.
// reason: does more

const C = Math.cos(0.3);
const S = Math.sin(0.3);

function multiply(out, a, b) {
  for (let row = 0; row < 3; row++) {
    for (let col = 0; col < 3; col++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[row * 3 + k] * b[k * 3 + col];
      out[row * 3 + col] = sum;
    }
  }
}

const TURN = new Float64Array([C, -S, 0, S, C, 0, 0, 0, 1]);
const first = new Float64Array(9);
const second = new Float64Array(9);

function rotate(rounds) {
  first.set(TURN);
  for (let i = 0; i < rounds; i++) {
    multiply(second, first, TURN);
    multiply(first, second, TURN);
  }
  return Math.round((first[0] * first[4] - first[1] * first[3]) * 1e6);
}

function fast() {
  return rotate(6);
}

function slow() {
  return rotate(15); // HERE
}

module.exports = { fast, slow };
