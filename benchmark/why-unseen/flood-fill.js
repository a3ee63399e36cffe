'use strict';
// Measures the size of a connected area in a tile map.
// reason: hash of a string|joins strings|numbers to strings

const W = 18;
const H = 12;
const tiles = new Uint8Array(W * H);
for (let i = 0; i < tiles.length; i++) tiles[i] = (i * 7 + (i >> 3)) % 5 === 0 ? 1 : 0;
tiles[0] = 0;

const DX = [1, -1, 0, 0];
const DY = [0, 0, 1, -1];

function open(x, y) {
  return x >= 0 && y >= 0 && x < W && y < H && tiles[y * W + x] === 0;
}

function packed(x, y) {
  return y * W + x;
}

function label(x, y) {
  return x + ',' + y; // HERE
}

function fast() {
  const seen = new Set([packed(0, 0)]);
  const stack = [0, 0];
  while (stack.length > 0) {
    const y = stack.pop();
    const x = stack.pop();
    for (let d = 0; d < 4; d++) {
      const nx = x + DX[d];
      const ny = y + DY[d];
      if (!open(nx, ny)) continue;
      const key = packed(nx, ny);
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(nx, ny);
    }
  }
  return seen.size;
}

function slow() {
  const seen = new Set([label(0, 0)]);
  const stack = [0, 0];
  while (stack.length > 0) {
    const y = stack.pop();
    const x = stack.pop();
    for (let d = 0; d < 4; d++) {
      const nx = x + DX[d];
      const ny = y + DY[d];
      if (!open(nx, ny)) continue;
      const key = label(nx, ny);
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(nx, ny);
    }
  }
  return seen.size;
}

module.exports = { fast, slow };
