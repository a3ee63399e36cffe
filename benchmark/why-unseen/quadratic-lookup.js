// reason: more often|times|iterations|runs
'use strict';
// Joins two tables: nested loop vs. index
const users = Array.from({ length: 80 }, (_, i) => ({ id: i * 3, name: `u${i}` }));
const orders = Array.from({ length: 80 }, (_, i) => ({ user: (i * 7 % 80) * 3, price: i }));
const index = new Map(users.map((user) => [user.id, user]));
function findUser(id) {
  for (let i = 0; i < users.length; i++) {
    if (users[i].id === id) return users[i]; // HERE
  }
  return null;
}
const indexed = (id) => index.get(id) || null;
function joinSlow() {
  let sum = 0;
  for (const order of orders) {
    const user = findUser(order.user);
    if (user !== null) sum += order.price + user.name.length;
  }
  return sum;
}
function joinFast() {
  let sum = 0;
  for (const order of orders) {
    const user = indexed(order.user);
    if (user !== null) sum += order.price + user.name.length;
  }
  return sum;
}
module.exports = { fast() { return joinFast(); }, slow() { return joinSlow(); } };
