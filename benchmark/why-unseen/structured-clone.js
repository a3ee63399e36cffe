'use strict';

// reason: structuredClone|structured clone|serializ|serialis|deep cop|deep clon

const store = {
  user: { id: 17, name: 'Ada', admin: false },
  cart: [],
  revision: 41,
};

for (let i = 0; i < 20; i++) store.cart.push({ sku: 'a-' + i, count: 1 + (i % 3), price: 350 + i * 17 });

function copyStore(from) {
  const cart = [];
  for (let i = 0; i < from.cart.length; i++) {
    const line = from.cart[i];
    cart.push({ sku: line.sku, count: line.count, price: line.price });
  }
  return {
    user: { id: from.user.id, name: from.user.name, admin: from.user.admin },
    cart,
    revision: from.revision,
  };
}

module.exports = {
  fast() {
    const next = copyStore(store);
    next.revision++;
    next.cart[1].count++;
    return next;
  },
  slow() {
    const next = structuredClone(store); // HERE
    next.revision++;
    next.cart[1].count++;
    return next;
  },
};
