// reason: JSON
'use strict';
const state = { user: { id: 1, name: 'Jo', roles: ['a', 'b'] }, items: [{ id: 1, n: 2 }, { id: 2, n: 5 }], open: true };
function cloneByJson(value) {
  const text = JSON.stringify(value);
  return JSON.parse(text); // HERE or the line above
}
function cloneByHand({ user, items, open }) {
  const copies = items.map(({ id, n }) => ({ id, n }));
  return { user: { id: user.id, name: user.name, roles: user.roles.slice() }, items: copies, open };
}
function reduceWith(clone, action) {
  const next = clone(state);
  next.items[0].n += action;
  next.open = !next.open;
  return next;
}
function reduceJson(action) {
  const next = cloneByJson(state);
  next.items[0].n += action;
  next.open = !next.open;
  return next;
}
module.exports = { fast() { return reduceWith(cloneByHand, 2); }, slow() { return reduceJson(2); } };
