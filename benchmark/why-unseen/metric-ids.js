'use strict';
// Computes ids for metrics from a kind and three label numbers.
// reason: array-like

const KINDS = ['counter', 'gauge', 'histogram'];

function mix(hash, value) {
  return (Math.imul(hash ^ value, 16777619) >>> 0) & 0xfffffff;
}

function seed(kind) {
  return kind.length * 131 + kind.charCodeAt(0);
}

function metricId(kind, host, shard, route) {
  let hash = seed(kind);
  hash = mix(hash, host);
  hash = mix(hash, shard);
  return mix(hash, route);
}

function metricIdOf() {
  const kind = [].shift.call(arguments); // HERE
  let hash = seed(kind);
  for (let i = 0; i < arguments.length; i++) {
    hash = mix(hash, arguments[i]);
  }
  return hash;
}

function fast() {
  let all = 0;
  for (let i = 0; i < 72; i++) {
    all ^= metricId(KINDS[i % 3], i, i & 3, 100 + i);
  }
  return all;
}

function slow() {
  let all = 0;
  for (let i = 0; i < 72; i++) {
    all ^= metricIdOf(KINDS[i % 3], i, i & 3, 100 + i);
  }
  return all;
}

module.exports = { fast, slow };
