'use strict';
// Runs a block of audio samples through a chain of stages.
// reason: does not know

const SIZE = 48;
const input = new Float64Array(SIZE);
for (let i = 0; i < SIZE; i++) input[i] = Math.sin(i / 5) * 0.8;
const block = new Float64Array(SIZE);

const gain = (x) => x * 1.25;
const bias = (x) => x + 0.015;
const square = (x) => x * x;
const soften = (x) => x * (1.5 - 0.5 * x);
const fade = (x) => x * 0.875;
const invert = (x) => 1 - x;

const BLOCK_STAGES = [
  (b) => { for (let i = 0; i < b.length; i++) b[i] = b[i] * 1.25; },
  (b) => { for (let i = 0; i < b.length; i++) b[i] = b[i] + 0.015; },
  (b) => { for (let i = 0; i < b.length; i++) b[i] = b[i] * b[i]; },
  (b) => { for (let i = 0; i < b.length; i++) b[i] = b[i] * (1.5 - 0.5 * b[i]); },
  (b) => { for (let i = 0; i < b.length; i++) b[i] = b[i] * 0.875; },
  (b) => { for (let i = 0; i < b.length; i++) b[i] = 1 - b[i]; },
];
const SAMPLE_STAGES = [gain, bias, square, soften, fade, invert];

function mapBlock(b, stage) {
  for (let i = 0; i < b.length; i++) {
    b[i] = stage(b[i]); // HERE
  }
}

function level(b) {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += b[i];
  return Math.round(sum * 1e6) / 1e6;
}

function fast() {
  block.set(input);
  for (let s = 0; s < BLOCK_STAGES.length; s++) BLOCK_STAGES[s](block);
  return level(block);
}

function slow() {
  block.set(input);
  for (let s = 0; s < SAMPLE_STAGES.length; s++) mapBlock(block, SAMPLE_STAGES[s]);
  return level(block);
}

module.exports = { fast, slow };
