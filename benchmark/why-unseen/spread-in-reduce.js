// reason: spread|cop(y|ies)
'use strict';
const rows = Array.from({ length: 24 }, (_, i) => ({ key: `k${i}`, value: i }));
const toObjectSlow = (list) => list.reduce((all, { key, value }) => ({ ...all, [key]: value }), {}); // HERE
function toObjectFast(list) {
  return list.reduce((all, { key, value }) => { all[key] = value; return all; }, {});
}
function pick(object, names) {
  let sum = 0;
  for (const name of names) sum += object[name];
  return sum;
}
const names = ['k1', 'k5', 'k9'];
function viewSlow() {
  const index = toObjectSlow(rows);
  return pick(index, names);
}
function viewFast() {
  const index = toObjectFast(rows);
  return pick(index, names);
}
module.exports = { fast() { return viewFast(); }, slow() { return viewSlow(); } };
