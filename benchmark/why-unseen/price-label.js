'use strict';
// reason: toLocaleString

const item = { title: 'Desk lamp', net: 1249.5, rate: 0.19 };

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

function labelA(product) {
  const gross = product.net * (1 + product.rate);
  return product.title + ': ' + money.format(gross);
}

function labelB(product) {
  const gross = product.net * (1 + product.rate);
  return product.title + ': ' +
    gross.toLocaleString('en-US', { style: 'currency', currency: 'USD' }); // HERE
}

function a() {
  return labelA(item);
}

function b() {
  return labelB(item);
}

module.exports = { fast: a, slow: b };
