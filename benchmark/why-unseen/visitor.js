'use strict';
// reason: known names|computed property

function num(value) { return { type: 'Num', left: null, right: null, value }; }
function bin(type, left, right) { return { type, left, right, value: 0 }; }

const tree = bin('Add',
  bin('Mul', num(3), bin('Sub', num(10), num(4))),
  bin('Add', bin('Mul', num(2), num(2)), bin('Sub', num(9), bin('Mul', num(1), num(5)))));

const evalA = {
  Num(node) { return node.value; },
  Add(node) { return visitA(node.left) + visitA(node.right); },
  Sub(node) { return visitA(node.left) - visitA(node.right); },
  Mul(node) { return visitA(node.left) * visitA(node.right); },
};

function visitA(node) {
  return evalA[node.type](node);
}

const evalB = {
  visitNum(node) { return node.value; },
  visitAdd(node) { return visitB(node.left) + visitB(node.right); },
  visitSub(node) { return visitB(node.left) - visitB(node.right); },
  visitMul(node) { return visitB(node.left) * visitB(node.right); },
};

function visitB(node) {
  return evalB['visit' + node.type](node); // HERE
}

function a() {
  return visitA(tree);
}

function b() {
  return visitB(tree);
}

module.exports = { fast: a, slow: b };
