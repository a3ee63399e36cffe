'use strict';
// Collects the parcels of all orders and sums their weight.
// reason: flatMap

const ORDERS = [];
for (let i = 0; i < 30; i++) {
  const parcels = [];
  for (let p = 0; p <= i % 3; p++) parcels.push({ grams: 200 + i * 10 + p, express: p === 1 });
  ORDERS.push({ id: i, open: i % 4 !== 0, parcels });
}
const NONE = [];

function parcelsOf(order) {
  return order.open ? order.parcels : NONE;
}

function weigh(parcels) {
  let grams = 0;
  for (let i = 0; i < parcels.length; i++) {
    grams += parcels[i].express ? parcels[i].grams * 2 : parcels[i].grams;
  }
  return grams + parcels.length;
}

function fast() {
  const all = [];
  for (let i = 0; i < ORDERS.length; i++) {
    const parcels = parcelsOf(ORDERS[i]);
    for (let p = 0; p < parcels.length; p++) all.push(parcels[p]);
  }
  return weigh(all);
}

function slow() {
  const all = ORDERS.flatMap(parcelsOf); // HERE
  return weigh(all);
}

module.exports = { fast, slow };
