'use strict';
// Formats the total of an invoice for display.
// reason: new Intl\.NumberFormat

const LINES = [
  { quantity: 3, price: 19.5 },
  { quantity: 1, price: 249 },
  { quantity: 12, price: 4.25 },
  { quantity: 2, price: 1080 },
];
const DECIMALS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function invoiceTotal(lines) {
  let total = 0;
  for (const line of lines) total += line.quantity * line.price;
  return total;
}

function label(text) {
  return text.endsWith('.00') ? text.slice(0, -3) : 'USD ' + text;
}

function fast() {
  const total = invoiceTotal(LINES);
  const format = DECIMALS;
  return label(format.format(total));
}

function slow() {
  const total = invoiceTotal(LINES);
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }); // HERE
  return label(format.format(total));
}

module.exports = { fast, slow };
