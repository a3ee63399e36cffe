// reason: instanceof
'use strict';
// Type checks by Symbol.hasInstance vs. a tag
class Shape { static [Symbol.hasInstance](x) { return x !== null && typeof x === 'object' && 'area' in x; } }
const make = (i) => (i % 3 === 0 ? { kind: 1, area: i } : { kind: 0, size: i });
const things = Array.from({ length: 60 }, (_, i) => make(i));
const Types = new Map([['shape', Shape], ['date', Date], ['map', Map], ['error', Error]]);
function countSlow(list, type) {
  let n = 0;
  for (const one of list) if (one instanceof Types.get(type)) n++; // HERE
  return n;
}
function countFast(list) {
  let n = 0;
  for (const one of list) if (one.kind === 1) n++;
  return n;
}
module.exports = {
  fast() { return countFast(things); },
  slow() { return countSlow(things, 'shape') + countSlow(things, 'error'); },
};
