'use strict';

/*
 * JavaScriptCore's account of its heap. heapSize() takes 1 microsecond and is what was left by the latest collection,
 * and what has been allocated since in large pieces: it grows with what a test keeps, and tells nothing of garbage.
 * That it is another than before tells of a collection: what moves, some hundred bytes at least, is never the same.
 */

const { heapSize, fullGC } = require('bun:jsc');
const { totalmem } = require('os');

// Captured at load, because a measured test may replace them.
const { process } = globalThis;
const { memoryUsage } = process;

// JavaScriptCore has no limit of its own.
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
