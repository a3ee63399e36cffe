'use strict';

// https://github.com/sveltejs/svelte/pull/18250: lookup tables "were arrays searched with includes, which is O(n)"
// reason: includes|search

const names = Array.from({ length: 60 }, (_, i) => `${'abcdefghij'[i % 10]}ttribute${i}`);
const asked = ['href', 'attribute59', names[55], 'data-x', names[3]];
const set = new Set(names);

module.exports = {
  fast() {
    let found = 0;
    for (const name of asked) if (set.has(name)) found++;
    return found;
  },
  slow() {
    let found = 0;
    for (const name of asked) if (names.includes(name)) found++; // HERE
    return found;
  },
};
