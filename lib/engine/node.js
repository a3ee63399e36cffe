'use strict';

/*
 * What measuring asks of the engine that it runs in, by capability and never by name: `require('#engine')`, which is
 * here.js. Each part is loaded at its first use.
 *
 * @typedef {object} Engine
 * @property {string} name 'node', 'bun', 'deno'
 * @property {function(): string} version of it, '20.20.2'
 * @property {function(): string} jit what compiles JavaScript in it, 'V8 11.3.244.8'
 * @property {object} readings of its clocks, see process-clock.js
 * @property {string} clockWords what its clock has to do, where that stands still
 * @property {boolean} hasProcesses whether tests can have some of their own
 * @property {function(function())} nextTurn runs something in the next turn of the event loop
 * @property {function(string[], string): function} compile a function that shares its code with no other
 * @property {function(): boolean} compiles whether it can: the policy of a page may forbid it
 * @property {object} heap see v8-heap.js; readings that the engine does not have are NaN; changesAtCollections: whether
 *   usedBytes() tells of nothing but collections, and not of what is allocated in between
 * @property {function(): (object|null)} natives what tells and forces tiers, see v8-natives.js; null where nothing does
 * @property {function(number): import('net').Socket} socketOf an open descriptor; throws where it is none
 * @property {boolean} writesPipesAtOnce whether fs.writeSync() writes to such a descriptor
 * @property {boolean} readsPipesBlocking whether fs.readSync() of a pipe waits until there is something to read
 * @property {boolean} socketTakesDescriptor whether it does so no more once there is a socket of it
 * @property {function(string, string): boolean} permits whether something may be done without asking at the terminal:
 *   'read', 'write', 'env', 'run' or 'sys', of all or of a path, a variable, a command, a kind
 * @property {function(): object} env the variables of the environment; none where these may not be read
 * @property {function(string[]): string[]} startOptions of its own executable, for a script, given options of V8
 * @property {function(*, object): string} inspect a value as text, as util.inspect() of Node
 * @property {function(*): boolean} isNativeError whether it is an error, of any realm
 * @property {object} places in files, as a stack names them, see process-places.js
 * @property {object} program what runs the suite: its end, its exit code, its warnings, see process-program.js
 * @property {object} builtins what a test may replace beside the language, see process-builtins.js
 * @property {function(): string[]} activeResources kinds of what is open, one for each; [] where nobody tells
 * @property {function(): { bytes, evict, free }} createEvictor see cache-evictor.js
 * @property {object} uncaught errors that nobody catches, see process-errors.js
 * @property {object} lacks why there is none of these: { tiers, memory, counts }; null for what is there
 */

const readings = require('./process-clock');
const { processEngine } = require('./process-engine');

const FROZEN = /^--freeze[-_]flags[-_]after[-_]init$/;

let natives;

module.exports = processEngine({
  name: 'node',
  version: () => process.versions.node,
  jit: () => `V8 ${process.versions.v8}`,
  readings,
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
  permits: () => true,
  env: () => process.env,
  startOptions: (options) => options,
  get uncaught() { return require('./process-errors'); },
  lacks: { tiers: null, memory: null, counts: null },
});
