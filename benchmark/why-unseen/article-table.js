'use strict';
// Looks up articles by their number.
// reason: dictionary

const BASE = 48000000;
const STEP = 7;
const COUNT = 60;

const dense = [];
for (let i = 0; i < COUNT * STEP; i++) dense.push(i % STEP === 0 ? i + 3 : 0);
const byNumber = [];
for (let i = 0; i < COUNT; i++) byNumber[BASE + i * STEP] = i * STEP + 3;

const BASKET = [];
for (let i = 0; i < 80; i++) BASKET.push(BASE + ((i * 11) % COUNT) * STEP);

function priceFor(entry, position) {
  const price = entry * 5 + 99;
  return position > 40 ? price - 10 : price;
}

function fast() {
  let total = 0;
  for (let i = 0; i < BASKET.length; i++) {
    const entry = dense[BASKET[i] - BASE];
    total += priceFor(entry, i);
  }
  return total;
}

function slow() {
  let total = 0;
  for (let i = 0; i < BASKET.length; i++) {
    const entry = byNumber[BASKET[i]]; // HERE
    total += priceFor(entry, i);
  }
  return total;
}

module.exports = { fast, slow };
