// reason: hypot|Math|builtin
// because: Math.hypot is a generic variadic builtin that is not inlined and scales its arguments, a plain square
// root of a sum is a few instructions.
'use strict';
const assert = require('assert');

const towers = [];
for (let i = 0; i < 40; i++) {
  towers.push({ x: (i * 37) % 101, y: (i * 53) % 97, range: 5 + (i % 9) });
}

function reachBySqrt(px, py) {
  let reached = 0;
  for (const tower of towers) {
    const dx = tower.x - px;
    const dy = tower.y - py;
    if (Math.sqrt(dx * dx + dy * dy) < tower.range * 4.03) reached++;
  }
  return reached;
}

function reachByHypot(px, py) {
  let reached = 0;
  for (const tower of towers) {
    const dx = tower.x - px;
    const dy = tower.y - py;
    if (Math.hypot(dx, dy) < tower.range * 4.03) reached++; // HERE
  }
  return reached;
}

let tickA = 0;
let tickB = 0;

module.exports = {
  fast() {
    tickA = (tickA + 1) % 100;
    return reachBySqrt(tickA, 100 - tickA);
  },
  slow() {
    tickB = (tickB + 1) % 100;
    return reachByHypot(tickB, 100 - tickB);
  },
};

for (let k = 0; k < 100; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
