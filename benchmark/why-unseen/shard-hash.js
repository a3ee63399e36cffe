'use strict';
// reason: BigInt

const keys = ['user:1001', 'user:1002', 'order:77', 'cart:abc', 'session:ff09', 'user:20417',
  'invoice:2023-118', 'job:nightly-backup', 'cart:xyz-9'];
const SHARDS = 16;

function hashA(key) {
  let h = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    h = Math.imul(h ^ key.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}

function hashB(key) {
  let h = 0x811c9dc5n;
  for (let i = 0; i < key.length; i++) {
    h = BigInt.asUintN(32, (h ^ BigInt(key.charCodeAt(i))) * 0x01000193n); // HERE
  }
  return Number(h);
}

function a() {
  let code = 0;
  for (let i = 0; i < keys.length; i++) code = code * 3 + hashA(keys[i]) % SHARDS;
  return code;
}

function b() {
  let code = 0;
  for (let i = 0; i < keys.length; i++) code = code * 3 + hashB(keys[i]) % SHARDS;
  return code;
}

module.exports = { fast: a, slow: b };
