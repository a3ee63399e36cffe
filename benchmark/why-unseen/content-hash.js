'use strict';
// Computes a 64-bit FNV-1a hash of a cache key and returns it as hex.
// reason: BigInt

const keys = ['user:42:profile', 'post/2023/10/12/title-of-post', 'session=ab12cd34ef56'];

function hex32(n) {
  return (n >>> 0).toString(16).padStart(8, '0');
}

function split64(text) {
  let hi = 0xcbf29ce4;
  let lo = 0x84222325;
  for (let i = 0; i < text.length; i++) {
    lo = (lo ^ text.charCodeAt(i)) >>> 0;
    // times 0x100000001b3 = 2^40 + 0x1b3
    const l0 = (lo & 0xffff) * 0x1b3;
    const l1 = (lo >>> 16) * 0x1b3 + (l0 >>> 16);
    const carry = l1 >>> 16;
    hi = (Math.imul(hi, 0x1b3) + carry + (lo << 8)) >>> 0;
    lo = (((l1 & 0xffff) << 16) | (l0 & 0xffff)) >>> 0;
  }
  return hex32(hi) + hex32(lo);
}

const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

function wide64(text) {
  let h = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) {
    h = ((h ^ BigInt(text.charCodeAt(i))) * PRIME) & MASK; // HERE
  }
  return h.toString(16).padStart(16, '0');
}

function bucket(hash) {
  return parseInt(hash.slice(0, 4), 16) % 64;
}

function fast() {
  let out = '';
  for (const key of keys) {
    const h = split64(key);
    out += h + '/' + bucket(h) + ' ';
  }
  return out;
}

function slow() {
  let out = '';
  for (const key of keys) {
    const h = wide64(key);
    out += h + '/' + bucket(h) + ' ';
  }
  return out;
}

module.exports = { fast, slow };
