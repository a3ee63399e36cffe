'use strict';
// Renders a block of audio samples from a wavetable oscillator.
// reason: remainder

const TABLE = new Float64Array(257);
for (let i = 0; i <= 256; i++) TABLE[i] = Math.sin((i / 256) * 2 * Math.PI);

const BLOCK = 256;
const out = new Float64Array(BLOCK);

function lookup(phase) {
  const x = phase * 256;
  const i = x | 0;
  const f = x - i;
  return TABLE[i] + (TABLE[i + 1] - TABLE[i]) * f;
}

function wrap(phase) {
  return phase - Math.floor(phase);
}

function wrapUnit(phase) {
  return phase % 1; // HERE
}

function level(block) {
  let peak = 0;
  for (let i = 0; i < BLOCK; i++) if (block[i] > peak) peak = block[i];
  return peak;
}

function fast() {
  let phase = 0;
  for (let i = 0; i < BLOCK; i++) {
    out[i] = lookup(phase) * 0.8;
    phase = wrap(phase + 0.01731);
  }
  return { phase, peak: level(out) };
}

function slow() {
  let phase = 0;
  for (let i = 0; i < BLOCK; i++) {
    out[i] = lookup(phase) * 0.8;
    phase = wrapUnit(phase + 0.01731);
  }
  return { phase, peak: level(out) };
}

module.exports = { fast, slow };
