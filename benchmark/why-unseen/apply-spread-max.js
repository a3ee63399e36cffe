// reason: Map\.prototype|indexOf|includes|more
'use strict';
// Unique tags: includes() on a growing array vs. a Set
const tags = Array.from({ length: 300 }, (_, i) => `tag-${i * 31 % 149}`);
function uniqueSlow(list) {
  const out = [];
  for (const tag of list) {
    if (!out.includes(tag)) out.push(tag); // HERE
  }
  return out;
}
function uniqueFast(list) {
  const out = new Set();
  for (const tag of list) out.add(tag);
  return [...out];
}
module.exports = { fast() { return uniqueFast(tags); }, slow() { return uniqueSlow(tags); } };
