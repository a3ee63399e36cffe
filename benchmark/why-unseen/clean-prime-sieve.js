'use strict';
// Counts sieve crossings; the result is the smallest prime found.
// reason: does more

const flags = new Uint8Array(2048);

function crossOut(step, limit) {
  for (let i = step * step; i < limit; i += step) flags[i] = 1;
}

function sieve(limit) {
  flags.fill(0);
  for (let n = 2; n * n < limit; n++) {
    if (flags[n] === 0) crossOut(n, limit);
  }
  for (let n = 2; n < limit; n++) {
    if (flags[n] === 0) return n;
  }
  return -1;
}

function fast() {
  return sieve(600);
}

function slow() {
  return sieve(1500); // HERE
}

module.exports = { fast, slow };
