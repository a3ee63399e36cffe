'use strict';

/*
 * The engine of this process: Node.js, Bun or Deno, which uses Node's conditions of package.json for require().
 * Measuring asks for capabilities, never for names. Each part loads at its first use.
 *
 * @typedef {object} Engine
 * @property {string} name 'node', 'bun', 'deno'
 * @property {function(): string} version '20.20.2'
 * @property {function(): string} jit the compiler of JavaScript, 'V8 11.3.244.8'
 * @property {object} readings of its clocks, see process-engine.js
 * @property {string} clockWords advice for a clock that does not advance
 * @property {boolean} hasProcesses whether tests can run in separate processes
 * @property {function(function())} nextTurn runs something in the next turn of the event loop
 * @property {function(string[], string): function} compile a function that shares its code with no other
 * @property {function(): boolean} compiles whether it can: the policy of a page may forbid it
 * @property {object} heap see v8-heap.js; NaN if unknown. With changesAtCollections, usedBytes() changes only then
 * @property {function(): (object|null)} natives reports and forces tiers, see v8-natives.js; null if unsupported
 * @property {function(number): import('net').Socket} socketOf an open descriptor; throws for a closed one
 * @property {boolean} readsPipesBlocking whether fs.readSync() of a pipe waits for data
 * @property {boolean} socketTakesDescriptor whether fs can no longer use a descriptor once a socket has it
 * @property {function(string, string): boolean} permits 'read', 'write', 'env', 'run' or 'sys' (of one path, ...)
 * @property {function(): object} env the variables of the environment; {} without the permission to read them
 * @property {function(string[]): string[]} startOptions options of its executable for a script, given options of V8
 * @property {function(*, object): string} inspect a value as text, as util.inspect() of Node
 * @property {function(*): boolean} isNativeError whether it is an error, of any realm
 * @property {object} places in files, as a stack names them, see process-program.js
 * @property {object} program end, exit code and warnings of the process, see process-program.js
 * @property {object} builtins outside the language that a test may replace, see process-engine.js
 * @property {function(): string[]} activeResources kinds of open resources, one entry for each; [] if unknown
 * @property {function(): { bytes, evict, free }} createEvictor see cache-evictor.js
 * @property {object} uncaught errors, see process-program.js
 * @property {object} lacks reasons for missing features: { tiers, memory, counts, coldCache }
 */

const { once, processEngine } = require('./process-engine');

const FROZEN = /^--freeze[-_]flags[-_]after[-_]init$/;
const acceptsFlags = () => !process.execArgv.some((option) => FROZEN.test(option));

const nodeEngine = () => processEngine({
  name: 'node',
  version: () => process.versions.node,
  jit: () => `V8 ${process.versions.v8}`,
  get heap() { return require('./v8-heap'); },
  natives: once(() => require('./v8-natives').createNatives(acceptsFlags())),
  lacks: { tiers: null, memory: null, counts: null },
});

const { bun, deno } = process.versions;

module.exports = bun ? require('./bun') : deno ? require('./deno') : nodeEngine();
