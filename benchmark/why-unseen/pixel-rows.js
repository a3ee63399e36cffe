// reason: subarray|view|alloc|typed array.*(creat|object)|subArray
// because: the slow one creates a new typed array view by subarray for every pixel, which is an expensive allocation.
'use strict';
const assert = require('assert');

const WIDTH = 32;
const HEIGHT = 8;
const image = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
for (let i = 0; i < image.length; i++) image[i] = (i * 37) & 255;

function lumaIndexed(y) {
  let luma = 0;
  for (let x = 0; x < WIDTH; x++) {
    const at = (y * WIDTH + x) * 4;
    luma += image[at] * 3 + image[at + 1] * 6 + image[at + 2];
  }
  return luma;
}

function lumaPixels(y) {
  let luma = 0;
  for (let x = 0; x < WIDTH; x++) {
    const at = (y * WIDTH + x) * 4;
    const pixel = image.subarray(at, at + 4); // HERE
    luma += pixel[0] * 3 + pixel[1] * 6 + pixel[2];
  }
  return luma;
}

let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) % HEIGHT;
    return lumaIndexed(a);
  },
  slow() {
    b = (b + 1) % HEIGHT;
    return lumaPixels(b);
  },
};

for (let k = 0; k < HEIGHT; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
