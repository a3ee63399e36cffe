'use strict';
// Memoised shipping quotes.
// reason: JSON

const REQUESTS = [];
for (let i = 0; i < 24; i++) {
  REQUESTS.push({ zone: i % 4, express: i % 3 === 0, grams: 250 * (1 + (i % 5)), insured: i % 2 === 0 });
}

const byNumber = new Map();
const byText = new Map();

function numberKey(request) {
  return request.grams * 16 + request.zone * 4 + (request.express ? 2 : 0) + (request.insured ? 1 : 0);
}

function computeQuote(request) {
  const base = 390 + request.zone * 120 + request.grams / 10;
  return base * (request.express ? 2 : 1) + (request.insured ? 150 : 0);
}

function remember(cache, key, request) {
  const quote = computeQuote(request);
  cache.set(key, quote);
  return quote;
}

function fast() {
  let total = 0;
  for (let i = 0; i < REQUESTS.length; i++) {
    const key = numberKey(REQUESTS[i]);
    const quote = byNumber.get(key);
    total += quote === undefined ? remember(byNumber, key, REQUESTS[i]) : quote;
  }
  return total;
}

function slow() {
  let total = 0;
  for (let i = 0; i < REQUESTS.length; i++) {
    const key = JSON.stringify(REQUESTS[i]); // HERE
    const quote = byText.get(key);
    total += quote === undefined ? remember(byText, key, REQUESTS[i]) : quote;
  }
  return total;
}

module.exports = { fast, slow };
