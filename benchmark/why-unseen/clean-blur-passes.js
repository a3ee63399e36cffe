'use strict';
// Blurs a line of pixels with a number of passes; reports its (unchanged) size.
// reason: does more

const WIDTH = 128;
const SOURCE = new Uint8Array(WIDTH);
for (let i = 0; i < WIDTH; i++) SOURCE[i] = (i * 73) & 255;
const line = new Uint8Array(WIDTH);

function blurPixel(left, middle, right) {
  return (left + middle * 2 + right) >> 2;
}

function pass(pixels) {
  let left = pixels[0];
  for (let i = 1; i < pixels.length - 1; i++) {
    const middle = pixels[i];
    pixels[i] = blurPixel(left, middle, pixels[i + 1]);
    left = middle;
  }
}

function blur(passes) {
  line.set(SOURCE);
  for (let i = 0; i < passes; i++) pass(line);
  return line.length + line[0];
}

function fast() {
  return blur(3);
}

function slow() {
  return blur(7); // HERE
}

module.exports = { fast, slow };
