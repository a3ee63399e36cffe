'use strict';
// reason: more

function menu(depth, width) {
  const children = [];
  if (depth > 0) {
    for (let i = 0; i < width; i++) children.push(menu(depth - 1, width));
  }
  return { label: 'item' + depth, hidden: false, children };
}

const menuA = { label: 'root', hidden: false, children: [menu(3, 3), menu(3, 3)] };
const menuB = { label: 'root', hidden: false, children: [menu(3, 3), menu(3, 3), menu(3, 3)] }; // HERE

function visibleA(node) {
  if (node.hidden) return 0;
  let count = 1;
  for (let i = 0; i < node.children.length; i++) count += visibleA(node.children[i]);
  return count;
}

function visibleB(node) {
  if (node.hidden) return 0;
  let count = 1;
  for (let i = 0; i < node.children.length; i++) count += visibleB(node.children[i]);
  return count;
}

function a() {
  return visibleA(menuA);
}

function b() {
  return visibleB(menuB);
}

module.exports = { fast: a, slow: b };
