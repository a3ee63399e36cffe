'use strict';
// Renders the lines of a shopping cart from a state store.
// reason: Proxy

const state = { items: [], currency: 'EUR' };
for (let i = 0; i < 12; i++) {
  state.items.push({ title: 'Article no. ' + i, price: 250 + i * 99, qty: 1 + (i % 4), tax: i % 2 ? 19 : 7 });
}

function track(target) {
  return new Proxy(target, {
    get(t, key) { // HERE
      const value = t[key];
      return value;
    },
  });
}

const watched = { items: state.items.map(track), currency: state.currency };

function discount(qty) {
  return qty >= 4 ? 10 : qty >= 3 ? 5 : 0;
}

function gross(item) {
  const net = item.price * item.qty;
  const off = Math.round((net * discount(item.qty)) / 100);
  return net - off + Math.round(((net - off) * item.tax) / 100);
}

function watchedGross(item) {
  const net = item.price * item.qty;
  const off = Math.round((net * discount(item.qty)) / 100);
  return net - off + Math.round(((net - off) * item.tax) / 100);
}

function amount(cents, currency) {
  return Math.floor(cents / 100) + '.' + (cents % 100) + ' ' + currency + '\n';
}

function fast() {
  let out = '';
  for (const item of state.items) out += item.title + ' ' + amount(gross(item), state.currency);
  return out;
}

function slow() {
  let out = '';
  for (const item of watched.items) out += item.title + ' ' + amount(watchedGross(item), watched.currency);
  return out;
}

module.exports = { fast, slow };
