'use strict';
// Turns order rows into model objects.
// reason: prototype

class Order {
  constructor(id, net, rate) {
    this.id = id;
    this.net = net;
    this.rate = rate;
  }

  gross() {
    return this.net + ((this.net * this.rate) / 100 | 0);
  }
}

const ROWS = [];
for (let i = 0; i < 48; i++) ROWS.push([i + 1, 1000 + i * 37, i % 3 === 0 ? 7 : 19]);

function create(row) {
  return new Order(row[0], row[1], row[2]);
}

function revive(row) {
  const order = { id: row[0], net: row[1], rate: row[2] };
  return Object.setPrototypeOf(order, Order.prototype); // HERE
}

function important(order) {
  return order.id % 5 !== 0;
}

function fast() {
  let total = 0;
  for (let i = 0; i < ROWS.length; i++) {
    const order = create(ROWS[i]);
    if (important(order)) total += order.gross();
  }
  return total;
}

function slow() {
  let total = 0;
  for (let i = 0; i < ROWS.length; i++) {
    const order = revive(ROWS[i]);
    if (important(order)) total += order.gross();
  }
  return total;
}

module.exports = { fast, slow };
