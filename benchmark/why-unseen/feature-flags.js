'use strict';
// Evaluates feature flags; almost all of them are in the local cache.
// reason: promises

const CACHE = new Map();
for (let i = 0; i < 14; i++) CACHE.set('flag-' + i, i % 3 === 0 ? i * 2 : i);
const NAMES = [...CACHE.keys()];

async function fetchFlag(name) {
  return name.length;
}

function flag(name) {
  const known = CACHE.get(name);
  return known === undefined ? fetchFlag(name) : known;
}

function combine(mask, value, position) {
  return (mask * 31 + value * (position + 1)) | 0;
}

async function fast() {
  let mask = 7;
  for (let i = 0; i < NAMES.length; i++) {
    const found = flag(NAMES[i]);
    const value = typeof found === 'number' ? found : await found;
    mask = combine(mask, value, i);
  }
  return mask;
}

async function slow() {
  let mask = 7;
  for (let i = 0; i < NAMES.length; i++) {
    const found = flag(NAMES[i]);
    const value = await found; // HERE
    mask = combine(mask, value, i);
  }
  return mask;
}

module.exports = { fast, slow };
