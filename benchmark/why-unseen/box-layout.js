'use strict';
// Lays out boxes in rows of a page.
// reason: creates a class

const WIDTHS = [120, 80, 300, 45, 220, 90, 64, 180, 33, 150, 75, 210, 51, 99, 130, 245, 62, 88, 171, 40];
const PAGE = 480;

class PageBox {
  constructor(width) {
    this.width = width;
    this.x = 0;
    this.row = 0;
  }

  place(x, row) {
    this.x = x;
    this.row = row;
    return x + this.width + 8;
  }
}

function fits(x, width) {
  return x + width <= PAGE;
}

function place(widths) {
  let x = 0;
  let row = 0;
  let sum = 0;
  for (let i = 0; i < widths.length; i++) {
    const box = new PageBox(widths[i]);
    if (!fits(x, box.width)) { x = 0; row++; }
    x = box.place(x, row);
    sum += box.x * (box.row + 1);
  }
  return sum;
}

function placeLocal(widths) {
  class LocalBox { // HERE
    constructor(width) {
      this.width = width;
      this.x = 0;
      this.row = 0;
    }

    place(x, row) {
      this.x = x;
      this.row = row;
      return x + this.width + 8;
    }
  }

  let x = 0;
  let row = 0;
  let sum = 0;
  for (let i = 0; i < widths.length; i++) {
    const box = new LocalBox(widths[i]);
    if (!fits(x, box.width)) { x = 0; row++; }
    x = box.place(x, row);
    sum += box.x * (box.row + 1);
  }
  return sum;
}

function fast() {
  let sum = 0;
  for (let page = 0; page < 3; page++) sum += place(WIDTHS);
  return sum;
}

function slow() {
  let sum = 0;
  for (let page = 0; page < 3; page++) sum += placeLocal(WIDTHS);
  return sum;
}

module.exports = { fast, slow };
