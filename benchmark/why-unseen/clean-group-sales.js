'use strict';
// reason: more

function makeSales(count) {
  const sales = [];
  for (let i = 0; i < count; i++) {
    sales.push({ region: 'r' + (i * 7) % 8, units: i % 9 + 1 });
  }
  return sales;
}

const salesA = makeSales(100);
const salesB = makeSales(160); // HERE

function groupA(sales) {
  const totals = new Map();
  for (const sale of sales) {
    totals.set(sale.region, (totals.get(sale.region) || 0) + sale.units);
  }
  return totals;
}

function groupB(sales) {
  const totals = new Map();
  for (const sale of sales) {
    totals.set(sale.region, (totals.get(sale.region) || 0) + sale.units);
  }
  return totals;
}

function a() {
  return groupA(salesA).get('r3');
}

function b() {
  return groupB(salesB).get('r3');
}

module.exports = { fast: a, slow: b };
