'use strict';

// reason: subclass|species|extends|derived|inherit|not a plain array

class Collection extends Array {
  first() {
    return this[0];
  }
}

const rows = [];
for (let i = 0; i < 60; i++) rows.push({ id: i, price: (i * 37) % 101 });
const collection = new Collection();
for (let i = 0; i < rows.length; i++) collection.push(rows[i]);

const cheap = (row) => row.price < 60;
const priceOf = (row) => row.price;

module.exports = {
  fast() {
    const prices = rows.filter(cheap).map(priceOf);
    return prices[0] + prices.length;
  },
  slow() {
    const prices = collection.filter(cheap).map(priceOf); // HERE
    return prices[0] + prices.length;
  },
};
