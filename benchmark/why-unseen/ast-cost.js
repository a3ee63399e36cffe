'use strict';
// Walks a query expression tree and computes the estimated cost of the plan.
// reason: many shapes

function node(kind, cost, left, right) {
  return { kind, cost, left, right, pos: 0 };
}

function looseNode(kind, cost, left, right) {
  switch (kind) {
    case 'and': return { kind, left, right, cost, pos: 0 };
    case 'or': return { left, right, kind, cost, pos: 0 };
    case 'not': return { pos: 0, kind, left, right, cost };
    case 'eq': return { cost, kind, left, right, pos: 0 };
    case 'lt': return { cost, pos: 0, kind, left, right };
    case 'gt': return { right, left, pos: 0, cost, kind };
    default: return { pos: 0, cost, kind, left, right };
  }
}

const KINDS = ['and', 'or', 'not', 'eq', 'lt', 'gt', 'col'];

function plan(make, depth, seed) {
  const kind = KINDS[seed % KINDS.length];
  if (depth === 0) return make(kind, seed % 13, null, null);
  return make(kind, seed % 11,
    plan(make, depth - 1, seed * 3 + 1),
    plan(make, depth - 1, seed * 5 + 2));
}

const treeA = plan(node, 7, 1);
const treeB = plan(looseNode, 7, 1);

function estimate(n) {
  let total = n.cost + 1;
  if (n.left !== null) total += estimate(n.left);
  if (n.right !== null) total += estimate(n.right);
  return total + n.pos;
}

function estimateLoose(n) {
  let total = n.cost + 1;
  if (n.left !== null) total += estimateLoose(n.left); // HERE
  if (n.right !== null) total += estimateLoose(n.right);
  return total + n.pos;
}

function fast() {
  return estimate(treeA);
}

function slow() {
  return estimateLoose(treeB);
}

module.exports = { fast, slow };
