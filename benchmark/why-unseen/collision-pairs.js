// reason: all (the )?pairs|every pair|every other|quadratic|more iterations|break|inner loop|nested|more work
// because: the slow one tests all pairs of intervals, the fast one uses that they are sorted and stops the inner
// loop early.
'use strict';
const assert = require('assert');

const frames = [];
for (let f = 0; f < 8; f++) {
  const sprites = [];
  for (let i = 0; i < 64; i++) sprites.push({ left: i * 12 + ((i * f) % 9), width: 10 + ((i + f) % 5), hits: 0 });
  frames.push(sprites.sort((p, q) => p.left - q.left));
}

function sweep(sprites) {
  let hits = 0;
  for (let i = 0; i < sprites.length; i++) {
    const right = sprites[i].left + sprites[i].width;
    for (let j = i + 1; j < sprites.length; j++) {
      if (sprites[j].left >= right) break;
      hits++;
    }
  }
  return hits;
}

function overlapAll(sprites) {
  let hits = 0;
  for (let i = 0; i < sprites.length; i++) {
    const right = sprites[i].left + sprites[i].width;
    for (let j = i + 1; j < sprites.length; j++) { // HERE
      if (sprites[j].left < right) hits++;
    }
  }
  return hits;
}

let a = 0;
let b = 0;

module.exports = {
  fast: () => sweep(frames[(a = (a + 1) & 7)]),
  slow: () => overlapAll(frames[(b = (b + 1) & 7)]),
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
