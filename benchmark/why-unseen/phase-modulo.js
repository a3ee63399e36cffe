// reason: modulo|remainder|%|fmod|floating|double
// because: the remainder operator on floating point numbers calls the slow C function fmod, subtracting Math.floor
// is a few instructions.
'use strict';
const assert = require('assert');

const SIZE = 64;
const wave = Float64Array.from({ length: SIZE + 1 }, (_, i) => Math.round(Math.sin((i / SIZE) * Math.PI * 2) * 1000));

function renderFloor(frequency) {
  let phase = 0.125;
  let energy = 0;
  for (let i = 0; i < 48; i++) {
    phase += frequency;
    const turn = phase - Math.floor(phase);
    energy += wave[(turn * SIZE) | 0];
  }
  return energy;
}

function renderRemainder(frequency) {
  let phase = 0.125;
  let energy = 0;
  for (let i = 0; i < 48; i++) {
    phase += frequency;
    const turn = phase % 1; // HERE
    energy += wave[(turn * SIZE) | 0];
  }
  return energy;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 31;
    return renderFloor(a * 0.3125 + 700.03125);
  },
  slow() {
    b = (b + 1) & 31;
    return renderRemainder(b * 0.3125 + 700.03125);
  },
};

for (let k = 0; k < 32; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
