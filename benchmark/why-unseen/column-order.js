'use strict';

// reason: cache (line|miss)|cache misses|stride|locality|memory|column

// The brightness of a part of a picture.
const WIDTH = 1024;
const HEIGHT = 1024;
const pixels = new Float64Array(WIDTH * HEIGHT);
for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 7919) % 256;
const part = { rows: 4, columns: 4 };

module.exports = {
  fast() {
    let sum = 0;
    for (let y = 0; y < part.rows; y++) {
      for (let x = 0; x < WIDTH; x++) {
        sum += pixels[y * WIDTH + x];
      }
    }
    return sum;
  },
  slow() {
    let sum = 0;
    for (let x = 0; x < part.columns; x++) {
      for (let y = 0; y < HEIGHT; y++) {
        sum += pixels[y * WIDTH + x]; // HERE
      }
    }
    return sum;
  },
};
