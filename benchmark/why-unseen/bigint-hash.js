// reason: BigInt
'use strict';
const keys = ['user:12', 'session:998', 'a', 'https://example.com/x/y'];
const PRIME = 0x100000001b3n, BASIS = 0xcbf29ce484222325n, MASK = 0xffffffffffffffffn;
function fnv64(text) {
  let h = BASIS;
  for (let i = 0; i < text.length; i++) {
    h ^= BigInt(text.charCodeAt(i));
    h = (h * PRIME) & MASK; // HERE
  }
  return Number(h & 1023n);
}
function fnv32(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h & 1023;
}
const slots = new Uint16Array(1024);
function storeSlow() { for (const key of keys) slots[fnv64(key)]++; return slots[0]; }
function storeFast() { for (const key of keys) slots[fnv32(key)]++; return slots[0]; }
module.exports = { fast() { return storeFast(); }, slow() { return storeSlow(); } };
