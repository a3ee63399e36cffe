'use strict';

// reason: sparse|dictionary|hash table|slow elements|far apart

// Users, by their number in the data base (far apart) or by their place in the list.
const byId = [];
const byPlace = [];
const orders = [];
for (let i = 0; i < 100; i++) {
  const user = { name: 'user ' + i, discount: i % 7 };
  byId[1000 + i * 70001] = user;
  byPlace.push(user);
}
for (let i = 0; i < 400; i++) {
  const place = (i * 37) % 100;
  orders.push({ user: 1000 + place * 70001, place, amount: i });
}

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < orders.length; i++) {
      const user = byPlace[orders[i].place];
      sum += orders[i].amount - user.discount;
    }
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < orders.length; i++) {
      const user = byId[orders[i].user]; // HERE
      sum += orders[i].amount - user.discount;
    }
    return sum;
  },
};
