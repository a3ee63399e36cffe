'use strict';
// Rounds the tax of invoice lines to cents.
// reason: toFixed

const LINES = [];
for (let i = 0; i < 80; i++) LINES.push({ net: 3.1 + i * 1.7, rate: i % 4 === 0 ? 0.07 : 0.19 });

function roundCents(value) {
  return Math.round(value * 100) / 100;
}

function roundText(value) {
  return Number(value.toFixed(2)); // HERE
}

function taxOf(line) {
  return line.net * line.rate + 0.0007;
}

function cents(total) {
  return Math.round(total * 100);
}

function fast() {
  let total = 0;
  for (let i = 0; i < LINES.length; i++) total += roundCents(taxOf(LINES[i]));
  return cents(total);
}

function slow() {
  let total = 0;
  for (let i = 0; i < LINES.length; i++) total += roundText(taxOf(LINES[i]));
  return cents(total);
}

module.exports = { fast, slow };
