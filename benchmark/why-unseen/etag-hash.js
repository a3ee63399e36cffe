'use strict';
// 64-bit FNV-1a hash of a resource name, used as an ETag.
// reason: BigInt

const NAMES = ['/assets/app.css', '/index.html'];
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;

function hex32(value) {
  return value.toString(16).padStart(8, '0');
}

function quote(high, low) {
  return '"' + hex32(high) + hex32(low) + '"';
}

function etagWords(name) {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < name.length; i++) {
    low = (low ^ name.charCodeAt(i)) >>> 0;
    const product = low * 435;
    const carry = Math.floor(product / 4294967296);
    high = (high * 435 + carry + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return quote(high, low);
}

function etagLong(name) {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < name.length; i++) {
    hash = ((hash ^ BigInt(name.charCodeAt(i))) * PRIME) & MASK; // HERE
  }
  return quote(Number(hash >> 32n), Number(hash & 0xffffffffn));
}

function fast() {
  let out = '';
  for (const name of NAMES) out += etagWords(name);
  return out;
}

function slow() {
  let out = '';
  for (const name of NAMES) out += etagLong(name);
  return out;
}

module.exports = { fast, slow };
