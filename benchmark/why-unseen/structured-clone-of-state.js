// reason: structuredClone
'use strict';
const config = { name: 'x', list: [1, 2, 3], nested: { a: 1, b: { c: 'd' } } };
function deepCopy(value) {
  if (Array.isArray(value)) return value.map(deepCopy);
  if (value !== null && typeof value === 'object') {
    const out = {};
    for (const key in value) out[key] = deepCopy(value[key]);
    return out;
  }
  return value;
}
function withDefaultsSlow(base) {
  const copy = structuredClone(base); // HERE
  copy.nested.a++;
  return copy;
}
function withDefaultsFast(base) {
  const copy = deepCopy(base);
  copy.nested.a++;
  return copy;
}
module.exports = { fast() { return withDefaultsFast(config); }, slow() { return withDefaultsSlow(config); } };
