'use strict';
// reason: unshift

let leaf = null;
for (let i = 0; i < 160; i++) {
  leaf = { name: 'dir' + (i % 10), parent: leaf };
}

function pathA(node) {
  const names = [];
  for (let cur = node; cur !== null; cur = cur.parent) {
    names.push(cur.name);
  }
  return names.reverse();
}

function pathB(node) {
  const names = [];
  for (let cur = node; cur !== null; cur = cur.parent) {
    names.unshift(cur.name); // HERE
  }
  return names;
}

function check(names) {
  let depth = 0;
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'dir0') depth++;
  }
  return depth * 1000 + names.length;
}

function a() {
  return check(pathA(leaf));
}

function b() {
  return check(pathB(leaf));
}

module.exports = { fast: a, slow: b };
