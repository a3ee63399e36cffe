'use strict';
// Total of a shopping basket with a discount for large quantities.
// reason: for\.\.\.in

const BASKET = [];
for (let i = 0; i < 64; i++) BASKET.push({ price: 150 + i * 25, quantity: (i % 6) + 1, taxed: i % 4 !== 0 });

function discount(quantity) {
  return quantity > 4 ? 10 : quantity > 2 ? 5 : 0;
}

function lineTotal(item) {
  const net = item.price * item.quantity;
  const reduced = net - ((net * discount(item.quantity)) / 100 | 0);
  return item.taxed ? reduced + (reduced / 5 | 0) : reduced;
}

function fast() {
  let total = 0;
  for (let i = 0; i < BASKET.length; i++) {
    total += lineTotal(BASKET[i]);
  }
  return total;
}

function slow() {
  let total = 0;
  for (const i in BASKET) { // HERE
    total += lineTotal(BASKET[i]);
  }
  return total;
}

module.exports = { fast, slow };
