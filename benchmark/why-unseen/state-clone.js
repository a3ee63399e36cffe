// reason: structuredClone|clone|serializ|deep
// because: the slow one copies the state by structuredClone, which serializes and deserializes it, the fast one
// copies the fields by hand.
'use strict';
const assert = require('assert');

const states = [];
for (let i = 0; i < 16; i++) {
  states.push({
    tick: i,
    player: { x: i * 2, y: i * 3, hp: 100 - i },
    bag: Array.from({ length: 40 }, (_, k) => ({ id: k + i, count: 1 })),
  });
}

function copyState(state) {
  return {
    tick: state.tick,
    player: { x: state.player.x, y: state.player.y, hp: state.player.hp },
    bag: state.bag.map((slot) => ({ id: slot.id, count: slot.count })),
  };
}

function step(state) {
  state.tick++;
  state.player.x += 1;
  state.bag.push({ id: state.tick, count: 1 });
  return state;
}

let undoDepth = 0;
let redoDepth = 0;

module.exports = {
  fast() {
    undoDepth = (undoDepth + 1) & 15;
    const next = step(copyState(states[undoDepth]));
    return next.player.x + next.bag.length;
  },
  slow() {
    redoDepth = (redoDepth + 1) & 15;
    const next = step(structuredClone(states[redoDepth])); // HERE
    return next.player.x + next.bag.length;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
