'use strict';

/*
 * Heap statistics of JavaScriptCore. heapSize() takes 1 microsecond. It is the size after the latest collection plus
 * large objects since then, without garbage. A change shows a collection, because at least some hundred bytes differ.
 */

const { heapSize, fullGC } = require('bun:jsc');
const { totalmem } = require('os');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { memoryUsage } = process;

// JavaScriptCore has no limit.
const SHARE_OF_MEMORY = 0.5;

function inUse() {
  return { heapBytes: heapSize(), externalBytes: memoryUsage().external };
}

function collectAll() {
  fullGC();
  return true;
}

module.exports = {
  changesAtCollections: true, usedBytes: heapSize, limitBytes: () => totalmem() * SHARE_OF_MEMORY,
  youngBytes: () => NaN, oldBytes: () => NaN, inUse, watch: () => false, watched: () => [], settle() {}, collectAll,
};
