'use strict';
// Slot of a cache key on a hash ring.
// reason: remainder

const KEYS = ['session:81723', 'user:ada:profile', 'cart:55', 'product:9931:price:eur'];
const SLOTS = 16384;

function slotOf(hash) {
  return hash & (SLOTS - 1);
}

function hashInt(key) {
  let hash = 5381;
  for (let i = 0; i < key.length; i++) {
    hash = (Math.imul(hash, 33) + key.charCodeAt(i)) >>> 0;
  }
  return hash;
}

function hashWrap(key) {
  let hash = 5381;
  for (let i = 0; i < key.length; i++) {
    hash = (hash * 33 + key.charCodeAt(i)) % 4294967296; // HERE
  }
  return hash;
}

function fast() {
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < KEYS.length; i++) sum += slotOf(hashInt(KEYS[i]));
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < KEYS.length; i++) sum += slotOf(hashWrap(KEYS[i]));
  }
  return sum;
}

module.exports = { fast, slow };
