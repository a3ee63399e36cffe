// reason: JSON
'use strict';
// memoize with a JSON key vs. nested maps
function memoizeJson(fn) {
  const cache = new Map();
  return (...args) => {
    const key = JSON.stringify(args); // HERE
    let value = cache.get(key);
    if (value === undefined) { value = fn(...args); cache.set(key, value); }
    return value;
  };
}
function memoizePair(fn) {
  const cache = new Map();
  return (a, b) => {
    let inner = cache.get(a);
    if (inner === undefined) cache.set(a, inner = new Map());
    let value = inner.get(b);
    if (value === undefined) { value = fn(a, b); inner.set(b, value); }
    return value;
  };
}
const area = (a, b) => a.w * b.h;
const shapes = Array.from({ length: 8 }, (_, i) => ({ w: i, h: i + 1 }));
const slowArea = memoizeJson(area), fastArea = memoizePair(area);
module.exports = {
  fast() { let s = 0; for (let i = 0; i < 8; i++) s += fastArea(shapes[i], shapes[7 - i]); return s; },
  slow() { let s = 0; for (let i = 0; i < 8; i++) s += slowArea(shapes[i], shapes[7 - i]); return s; },
};
