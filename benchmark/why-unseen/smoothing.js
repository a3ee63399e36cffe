'use strict';
// reason: boxed

const SIZE = 200;
const samples = new Array(SIZE).fill(0).map((_, i) => Math.sin(i / 9) * 40 + 0.25);

class SmootherA {
  constructor(size) {
    this.out = new Array(size).fill(0.5);
  }
  run(input, weight) {
    const out = this.out;
    let level = input[0];
    for (let i = 0; i < out.length; i++) {
      level += (input[i] - level) * weight;
      out[i] = level;
    }
    return out;
  }
}

class SmootherB {
  constructor(size) {
    this.out = new Array(size).fill(null);
  }
  run(input, weight) {
    const out = this.out;
    let level = input[0];
    for (let i = 0; i < out.length; i++) {
      level += (input[i] - level) * weight;
      out[i] = level; // HERE
    }
    return out;
  }
}

const smootherA = new SmootherA(SIZE);
const smootherB = new SmootherB(SIZE);

function a() {
  return smootherA.run(samples, 0.3)[SIZE - 1];
}

function b() {
  return smootherB.run(samples, 0.3)[SIZE - 1];
}

module.exports = { fast: a, slow: b };
