'use strict';
// reason: more

const STEPS_A = 200;
const STEPS_B = 320; // HERE

function simulateA(steps) {
  let x = 1, y = 0, vx = 0, vy = 0.95;
  for (let i = 0; i < steps; i++) {
    const r2 = x * x + y * y;
    const pull = 0.01 / (r2 * Math.sqrt(r2));
    vx -= x * pull;
    vy -= y * pull;
    x += vx * 0.01;
    y += vy * 0.01;
  }
  return x * x + y * y;
}

function simulateB(steps) {
  let x = 1, y = 0, vx = 0, vy = 0.95;
  for (let i = 0; i < steps; i++) {
    const r2 = x * x + y * y;
    const pull = 0.01 / (r2 * Math.sqrt(r2));
    vx -= x * pull;
    vy -= y * pull;
    x += vx * 0.01;
    y += vy * 0.01;
  }
  return x * x + y * y;
}

function a() {
  return simulateA(STEPS_A);
}

function b() {
  return simulateB(STEPS_B);
}

module.exports = { fast: a, slow: b };
