'use strict';

/* What Node, Bun and Deno have in common: Node's own modules. Each part is loaded at its first use. */

const { subscribe } = require('diagnostics_channel');
const { inspect, types: { isNativeError } } = require('util');
const { compileFunction } = require('vm');

// Captured at load, because a measured test may replace it.
const { process } = globalThis;

const common = {
  nextTurn: setImmediate,
  compile: (parameters, text) => compileFunction(text, parameters),
  compiles: () => true,
  hasProcesses: true,
  clockWords: 'process.hrtime() has to count nanoseconds',
  // On Windows it would throw.
  writesPipesAtOnce: process.platform !== 'win32',
  inspect,
  isNativeError,
  get places() { return require('./process-places'); },
  get program() { return require('./process-program'); },
  get builtins() { return require('./process-builtins'); },
  activeResources,
  createEvictor: () => require('./cache-evictor').createEvictor(),
};

// Node lists no threads among its resources. What is kept here of those that have ended is let go at the next listing.
let workers = [];
subscribe('worker_threads', ({ worker }) => { workers[workers.length] = worker; });

function activeResources() {
  const kinds = process.getActiveResourcesInfo ? process.getActiveResourcesInfo() : [];
  const alive = [];
  for (let i = 0; i < workers.length; i++) {
    if (workers[i].threadId === -1) continue;
    alive[alive.length] = workers[i];
    kinds[kinds.length] = 'Worker';
  }
  workers = alive;
  return kinds;
}

const { getOwnPropertyDescriptors: descriptorsOf } = Object;

/**
 * @param {object} own members of an engine, see the typedef in node.js
 * @returns {import('./node').Engine} with these and what all have; what is loaded later is not loaded by that
 */
const processEngine = (own) => Object.defineProperties({}, { ...descriptorsOf(common), ...descriptorsOf(own) });

module.exports = { processEngine };
