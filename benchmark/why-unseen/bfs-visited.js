// reason: includes|linear|scan|search|Set|quadratic|visited
// because: the slow one looks through the array of visited nodes for every edge instead of checking a flag.
'use strict';
const { strictEqual } = require('assert');

class Graph {
  constructor(n) {
    this.edges = Array.from({ length: n }, () => []);
  }
  link(a, b) {
    this.edges[a].push(b);
    this.edges[b].push(a);
  }
  get size() {
    return this.edges.length;
  }
}

const graph = new Graph(120);
for (let i = 1; i < 120; i++) {
  graph.link(i, (i - 1) >> 1);
  graph.link(i, (i * 37 + 11) % 120);
}

let seedA = 0;
let seedB = 0;

function walkFlags(start) {
  const seen = new Uint8Array(graph.size);
  const queue = [start];
  seen[start] = 1;
  let check = 0;
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head];
    check = (check * 31 + node) | 0;
    for (const next of graph.edges[node]) {
      if (seen[next] === 0) {
        seen[next] = 1;
        queue.push(next);
      }
    }
  }
  return check;
}

function walkList(start) {
  const queue = [start];
  let check = 0;
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head];
    check = (check * 31 + node) | 0;
    for (const next of graph.edges[node]) {
      if (!queue.includes(next)) queue.push(next); // HERE
    }
  }
  return check;
}

module.exports = {
  fast() { return walkFlags(seedA = (seedA + 7) % 120); },
  slow() { return walkList(seedB = (seedB + 7) % 120); },
};

for (let k = 0; k < 4; k++) strictEqual(module.exports.fast(), module.exports.slow());
