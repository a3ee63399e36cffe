'use strict';
// reason: boxed

const SEED = 20240229;
const ROLLS = 250;

function createDiceA(seed) {
  const state = new Uint32Array(1);
  return {
    reset() { state[0] = seed; },
    roll() {
      state[0] = Math.imul(state[0], 1664525) + 1013904223;
      return (state[0] >>> 16) % 6 + 1;
    },
  };
}

function createDiceB(seed) {
  let state = 0;
  return {
    reset() { state = seed; },
    roll() {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // HERE
      return (state >>> 16) % 6 + 1;
    },
  };
}

const diceA = createDiceA(SEED);
const diceB = createDiceB(SEED);

function a() {
  diceA.reset();
  let sum = 0;
  for (let i = 0; i < ROLLS; i++) sum += diceA.roll();
  return sum;
}

function b() {
  diceB.reset();
  let sum = 0;
  for (let i = 0; i < ROLLS; i++) sum += diceB.roll();
  return sum;
}

module.exports = { fast: a, slow: b };
