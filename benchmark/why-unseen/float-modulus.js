'use strict';

// reason: modul|remainder|imul|int32|32-bit|\bfloat|fmod

// The choice of a shard by a hash of the key.
const keys = [];
for (let i = 0; i < 12; i++) keys.push('tenant-' + i * 37 + ':session:' + i * 7919);

module.exports = {
  fast() {
    let shards = 0;
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      let hash = 7;
      for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 131) + key.charCodeAt(i)) | 0;
      shards += hash & 15;
    }
    return shards;
  },
  slow() {
    let shards = 0;
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k];
      let hash = 7;
      for (let i = 0; i < key.length; i++) hash = (hash * 131 + key.charCodeAt(i)) % 4294967291; // HERE
      shards += hash & 15;
    }
    return shards;
  },
};
