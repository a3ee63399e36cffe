'use strict';

/* What Node, Bun and Deno have in common: Node's own modules. Each part is loaded at its first use. */

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
  activeResources: () => (process.getActiveResourcesInfo ? process.getActiveResourcesInfo() : []),
  createEvictor: () => require('./cache-evictor').createEvictor(),
};

const { getOwnPropertyDescriptors: descriptorsOf } = Object;

/**
 * @param {object} own members of an engine, see the typedef in node.js
 * @returns {import('./node').Engine} with these and what all have; what is loaded later is not loaded by that
 */
const processEngine = (own) => Object.defineProperties({}, { ...descriptorsOf(common), ...descriptorsOf(own) });

module.exports = { processEngine };
