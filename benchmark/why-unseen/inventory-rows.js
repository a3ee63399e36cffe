'use strict';
// Selects the rows of an inventory that have to be ordered again.
// reason: subclass

class Rows extends Array {
  get first() {
    return this[0];
  }
}

function makeRow(i) {
  return { sku: 'sku-' + i, stock: (i * 17) % 40, minimum: 12, active: i % 9 !== 0 };
}

const plainRows = [];
const customRows = new Rows();
for (let i = 0; i < 48; i++) {
  plainRows.push(makeRow(i));
  customRows.push(makeRow(i));
}

function isLow(row) {
  return row.active && row.stock < row.minimum;
}

function orderSize(rows) {
  let size = 0;
  for (let i = 0; i < rows.length; i++) size += rows[i].minimum * 2 - rows[i].stock;
  return size;
}

function fast() {
  const low = plainRows.filter(isLow);
  return orderSize(low) * 100 + low.length;
}

function slow() {
  const low = customRows.filter(isLow); // HERE
  return orderSize(low) * 100 + low.length;
}

module.exports = { fast, slow };
