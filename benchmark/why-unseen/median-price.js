'use strict';
// Median and spread of a list of prices.
// reason: converts numbers to strings

const PRICES = [];
for (let i = 0; i < 24; i++) PRICES.push(10 + ((i * 1637) % 8900) / 100 + 0.005);

function byValue(a, b) {
  return a - b;
}

function summarise(sorted) {
  const middle = sorted.length >> 1;
  const median = (sorted[middle - 1] + sorted[middle]) / 2;
  const spread = sorted[sorted.length - 1] - sorted[0];
  return Math.round(median * 1000) + Math.round(spread * 1000);
}

function fast() {
  const sorted = PRICES.slice();
  sorted.sort(byValue);
  return summarise(sorted);
}

function slow() {
  const sorted = PRICES.slice();
  sorted.sort(); // HERE
  return summarise(sorted);
}

module.exports = { fast, slow };
