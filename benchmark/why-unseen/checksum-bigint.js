// reason: BigInt|arbitrary|heap
// because: the slow one does the arithmetic of the checksum with BigInt, which calls runtime routines and allocates
// an object for each result.
'use strict';
const assert = require('assert');

const payloads = Array.from({ length: 16 }, (_, p) => Uint8Array.from({ length: 48 }, (_, i) => (i * 31 + p *
  7) & 255));
const MOD = 65521;

function adlerNumber(bytes) {
  let low = 1;
  let high = 0;
  for (let i = 0; i < bytes.length; i++) {
    low = (low + bytes[i]) % MOD;
    high = (high + low) % MOD;
  }
  return high * 65536 + low;
}

function adlerWide(bytes) {
  const mod = BigInt(MOD);
  let low = 1n;
  let high = 0n;
  for (let i = 0; i < bytes.length; i++) {
    low = (low + BigInt(bytes[i])) % mod; // HERE
    high = (high + low) % mod;
  }
  return Number((high << 16n) | low);
}

let f = 0;
let s = 0;

module.exports = {
  fast() {
    f = (f + 1) & 15;
    return adlerNumber(payloads[f]);
  },
  slow() {
    s = (s + 1) & 15;
    return adlerWide(payloads[s]);
  },
};

for (let k = 0; k < 16; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
