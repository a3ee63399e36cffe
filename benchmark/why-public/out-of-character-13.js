'use strict';

// https://github.com/spencermountain/out-of-character/pull/13: "objects were skirting megamorphism"
// reason: shapes|megamorphic

const codes = Array.from({ length: 120 }, (_, i) => 8192 + i);
const same = codes.map((code, i) => ({ code, name: `n${i}`, aka: [], isSpace: false, width: 0 }));
// Each lacks other properties.
const differing = codes.map((code, i) => ({
  ...(i % 2 && { isSpace: false }), ...(i % 3 && { width: 0 }), ...(i % 5 && { aka: [] }), code, name: `n${i}`,
}));

const find = (list, wanted) => {
  for (const one of list) if (one.code === wanted) return one.name; // HERE
  return null;
};

module.exports = {
  fast: () => find(same, 8311),
  slow: () => find(differing, 8311),
};
