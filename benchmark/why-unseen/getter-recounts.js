// reason: more often|runs|times
'use strict';
// A linked list whose `size` getter walks the list
class ListA {
  constructor() { this.first = null; }
  add(value) { this.first = { value, next: this.first }; }
  get size() {
    let n = 0;
    for (let one = this.first; one !== null; one = one.next) n++; // HERE
    return n;
  }
}
class ListB {
  constructor() { this.first = null; this.count = 0; }
  add(value) { this.first = { value, next: this.first }; this.count++; }
  get size() { return this.count; }
}
function fillA(list, limit) {
  for (let i = 0; list.size < limit; i++) list.add(i);
  return list;
}
function fillB(list, limit) {
  for (let i = 0; list.size < limit; i++) list.add(i);
  return list;
}
module.exports = { fast() { return fillB(new ListB(), 40); }, slow() { return fillA(new ListA(), 40); } };
