/* eslint-disable strict -- strict code gives eval() a scope of its own */
// reason: eval|scope|lookup|global
// A template helper in sloppy mode; eval in the function makes variables dynamic
function totalSlow(list, expression) {
  let sum = 0;
  const scale = 2;
  if (expression) eval(expression);
  for (let i = 0; i < list.length; i++) sum += list[i] * factor(scale); // HERE
  return sum;
}
function factor(n) { return n + 1; }
function totalFast(list) {
  let sum = 0;
  const scale = 2;
  for (let i = 0; i < list.length; i++) sum += list[i] * factor(scale);
  return sum;
}
const list = Array.from({ length: 100 }, (_, i) => i);
module.exports = { fast() { return totalFast(list); }, slow() { return totalSlow(list, ''); } };
