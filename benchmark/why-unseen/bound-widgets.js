// reason: bind|closure|bound|per instance|every instance|each instance|constructor|function object|alloc
// because: the constructor of the slow one binds its methods for each instance, which allocates new function objects
// every time, while prototype methods are shared.
'use strict';
const assert = require('assert');

class Cell {
  constructor(row, column) {
    this.row = row;
    this.column = column;
  }
  open() { return this.row; }
  close() { return this.column; }
  key() { return this.row * 100 + this.column; }
  toggle() { return -this.row; }
}

class Slot {
  constructor(row, column) {
    this.row = row;
    this.column = column;
    this.open = this.open.bind(this); // HERE
    this.close = this.close.bind(this);
    this.key = this.key.bind(this);
    this.toggle = this.toggle.bind(this);
  }
  open() { return this.row; }
  close() { return this.column; }
  key() { return this.row * 100 + this.column; }
  toggle() { return -this.row; }
}

let top = 0;
let left = 0;

module.exports = {
  fast() {
    top = (top + 1) & 63;
    const cells = [];
    for (let i = 0; i < 12; i++) cells.push(new Cell(top, i));
    return cells[top % 12].key();
  },
  slow() {
    left = (left + 1) & 63;
    const slots = [];
    for (let i = 0; i < 12; i++) slots.push(new Slot(left, i));
    return slots[left % 12].key();
  },
};

for (let k = 0; k < 12; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
