// reason: deoptim|compil|new class|shapes|creates? (a )?(class|function)
'use strict';
// A mixin that makes a class for each request vs. one class
const items = Array.from({ length: 20 }, (_, i) => ({ id: i, weight: i * 3 % 7 }));
class Base { constructor(id) { this.id = id; } score() { return this.id * 2; } }
const withWeight = (Parent) => class extends Parent { // HERE
  constructor(id, weight) { super(id); this.weight = weight; }
  score() { return super.score() + this.weight; }
};
const Shared = withWeight(Base);

function total(list) {
  let sum = 0;
  for (const one of list) sum += one.score();
  return sum;
}
function handleSlow() {
  const Own = withWeight(Base);
  const list = [];
  for (const { id, weight } of items) list.push(new Own(id, weight));
  return total(list);
}
function handleFast() {
  const list = [];
  for (const { id, weight } of items) list.push(new Shared(id, weight));
  return total(list);
}
module.exports = { fast() { return handleFast(); }, slow() { return handleSlow(); } };
