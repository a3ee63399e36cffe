'use strict';
// Simulates page requests against a small least-recently-used cache and counts hits.
// reason: does more

class Lru {
  constructor(limit) {
    this.limit = limit;
    this.map = new Map();
  }

  get(key) {
    const value = this.map.get(key);
    if (value === undefined) return undefined;
    this.map.delete(key);
    this.map.set(key, value);
    return value;
  }

  set(key, value) {
    if (this.map.size >= this.limit) this.map.delete(this.map.keys().next().value);
    this.map.set(key, value);
  }
}

function page(i) {
  return (i * i + 3 * i) % 37;
}

function simulate(requests) {
  const cache = new Lru(16);
  let hits = 0;
  for (let i = 0; i < requests; i++) {
    const key = page(i);
    if (cache.get(key) === undefined) cache.set(key, key + 1);
    else hits++;
  }
  return hits;
}

function fast() {
  return simulate(60);
}

function slow() {
  return simulate(240);
}

module.exports = { fast, slow };
