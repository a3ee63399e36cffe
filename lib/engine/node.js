'use strict';

/*
 * Node, and the interface of all engines: capabilities, never names. Each part loads at its first use.
 *
 * @typedef {object} Engine name: 'node', 'bun', 'deno', ...; version(); jit(): compiler, 'V8 11.3.244.8'; and:
 * @property {object} readings of its clocks, builtins that a test may replace: see process-engine.js
 * @property {string} clockWords advice for a clock that does not advance
 * @property {boolean} hasProcesses whether tests can run in separate processes
 * @property {function(function())} nextTurn runs an action in the next turn of the event loop
 * @property {function(string[], string): function} compile a function that shares its code with no other
 * @property {function(): boolean} compiles whether compile() works: the policy of a page may forbid it
 * @property {object} heap see v8-heap.js; unknown readings are NaN; changesAtCollections: whether usedBytes() changes
 *   only at collections
 * @property {function(): (object|null)} natives reports and forces tiers, see v8-natives.js; null if unsupported
 * @property {function(number): import('net').Socket} socketOf an open descriptor; throws for a closed one
 * @property {boolean} writesPipesAtOnce whether fs.writeSync() writes to this descriptor
 * @property {boolean} readsPipesBlocking whether fs.readSync() of a pipe waits for data
 * @property {boolean} socketTakesDescriptor whether fs.writeSync() fails once a socket has the descriptor
 * @property {function(string, string): boolean} permits whether 'read', 'write', 'env', 'run' or 'sys' is permitted
 *   without a prompt, for all or for one path, variable, command, kind
 * @property {function(): object} env environment variables; {} without the permission to read them
 * @property {function(string[]): string[]} startOptions options of V8 -> options of its executable, for a script
 * @property {function(*, object): string} inspect as util.inspect() of Node
 * @property {function(*): boolean} isNativeError for errors of any realm
 * @property {object} program see process-program.js, as are places, uncaught and createEvictor in files of their names
 * @property {function(): string[]} activeResources kinds of open resources, one entry for each; [] if unknown
 * @property {object} lacks reasons for unsupported features (tiers, memory, counts, coldCache), otherwise null
 */

const { processEngine } = require('./process-engine');

const FROZEN = /^--freeze[-_]flags[-_]after[-_]init$/;

let natives;

module.exports = processEngine({
  name: 'node',
  version: () => process.versions.node,
  jit: () => `V8 ${process.versions.v8}`,
  get heap() { return require('./v8-heap'); },
  natives() {
    if (natives === undefined) {
      const isFrozen = process.execArgv.some((option) => FROZEN.test(option));
      natives = require('./v8-natives').createNatives(!isFrozen);
    }
    return natives;
  },
  socketOf: (fd) => new (require('net').Socket)({ fd, readable: true, writable: true }),
  readsPipesBlocking: process.platform !== 'win32',
  socketTakesDescriptor: false,
  lacks: { tiers: null, memory: null, counts: null },
});
