// reason: dictionary|hash table|propert(y|ies)|names? that|key
'use strict';
// Counts words in an object vs. a Map
const words = Array.from({ length: 400 }, (_, i) => `word${i * 7919 % 97}x`);
function countInObject(list) {
  const counts = {};
  for (const word of list) {
    if (counts[word] === undefined) counts[word] = 0; // HERE
    counts[word]++;
  }
  return counts;
}
function countInMap(list) {
  const counts = new Map();
  for (const word of list) counts.set(word, (counts.get(word) || 0) + 1);
  return counts;
}
const top = (entries) => { let best = 0; for (const n of entries) if (n > best) best = n; return best; };
module.exports = {
  fast() { return top(countInMap(words).values()); },
  slow() {
    const c = countInObject(words);
    let best = 0;
    for (const k in c) if (c[k] > best) best = c[k];
    return best;
  },
};
