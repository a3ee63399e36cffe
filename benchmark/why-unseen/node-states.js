'use strict';
// Marks nodes of a widget tree dirty and collects the work to do.
// reason: WeakMap

const nodes = [];
const STATES = new WeakMap();
for (let i = 0; i < 64; i++) {
  const state = { dirty: false, depth: i % 5, paints: 0 };
  const node = { id: i, width: 10 + i, state };
  STATES.set(node, state);
  nodes.push(node);
}

function needsPaint(node) {
  return node.width % 3 !== 0;
}

function paint(node, state) {
  state.dirty = needsPaint(node);
  state.paints = (state.paints + 1) & 1023;
  return state.dirty ? node.width * (state.depth + 1) : 1;
}

function fast() {
  let work = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const state = node.state;
    work += paint(node, state);
  }
  return work;
}

function slow() {
  let work = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const state = STATES.get(node); // HERE
    work += paint(node, state);
  }
  return work;
}

module.exports = { fast, slow };
