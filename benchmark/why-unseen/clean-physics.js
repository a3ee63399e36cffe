// reason: more
// because: the slow one simulates three times as many balls.
'use strict';
const assert = require('assert');

class Ball {
  constructor(y) {
    this.y = y;
    this.v = 0;
  }
  step(dt) {
    this.v -= 9.5 * dt;
    this.y += this.v * dt;
    if (this.y < 0) {
      this.y = -this.y;
      this.v = -this.v * 0.5;
    }
  }
}

class World {
  constructor(count) {
    this.balls = [];
    for (let i = 0; i < count; i++) this.balls.push(new Ball((i % 20) + 1));
  }
  tick(dt) {
    let inside = true;
    for (const ball of this.balls) {
      ball.step(dt);
      if (ball.y > 30) inside = false;
    }
    return inside;
  }
}

const few = new World(40);
const many = new World(120);
let a = 0;
let b = 0;

module.exports = {
  fast() {
    a = (a + 1) & 7;
    return few.tick(0.01 + a * 0.001);
  },
  slow() {
    b = (b + 1) & 7;
    return many.tick(0.01 + b * 0.001); // HERE
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
