'use strict';

/* Parts that Node, Bun and Deno share, because all three have Node's modules. Most load at first use. */

const { subscribe } = require('diagnostics_channel');
const { readFileSync } = require('fs');
const { inspect, types: { isNativeError } } = require('util');
const { compileFunction } = require('vm');

// Captured at load: a test may replace or fake them.
const { process } = globalThis;
const { hrtime, cpuUsage, resourceUsage } = process;
const wallMs = Date.now;

// As in bin/qtimeit.js, which reads no other file before.
const OLDEST = 20;
if (parseInt(process.versions.node, 10) < OLDEST) {
  throw new Error(`qtimeit: Node.js ${OLDEST} or later is required; this is ${process.versions.node}`);
}

function once(create) {
  let value;
  let isMade = false;
  return () => {
    if (!isMade) value = create();
    isMade = true;
    return value;
  };
}

const originSeconds = hrtime()[0];

/** Counted from the load of this file: a double is exact for 104 days. Uptime in seconds loses digits after 48 days. */
function nowNs() {
  const time = hrtime();
  return (time[0] - originSeconds) * 1e9 + time[1];
}

function cpuNs() {
  const usage = cpuUsage();
  return (usage.user + usage.system) * 1000;
}

function preemptions() {
  const { voluntaryContextSwitches, involuntaryContextSwitches } = resourceUsage();
  // Every process waits sometimes: 0 means that the system (Windows) does not count.
  return voluntaryContextSwitches > 0 ? involuntaryContextSwitches : NaN;
}

/** Pages of memory that this process has used for the first time; 0 on Windows, which does not count them */
const pageFaults = () => resourceUsage().minorPageFault;

/** Time on the processor (0), or ready to run but not running (1). NaN if unknown. Takes 26 microseconds. */
function schedstat(field) {
  try {
    return +readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[field];
  } catch (_) {
    return NaN;
  }
}

// wallMs() is an independent clock, which shows whether nowNs() has stopped.
const readings = {
  nowNs, cpuNs, threadNs: () => schedstat(0), preemptions, pageFaults, queuedNs: () => schedstat(1), wallMs,
};

const OF_PROCESS = [
  'stdout', 'stderr', 'env', 'exit', 'emit', 'emitWarning', 'nextTick', 'memoryUsage', 'resourceUsage', 'hrtime',
  'cpuUsage',
];
const OF_MODULE = ['_load', '_resolveFilename', '_findPath', '_resolveLookupPaths', '_nodeModulePaths', '_extensions'];

/** Objects that a test may change and that this library or require() needs; without `keys` all properties count. */
function holders() {
  const EventEmitter = require('events');
  const { Writable } = require('stream');
  const Module = require('module');
  return [
    { holder: process, keys: OF_PROCESS }, { holder: Module, keys: OF_MODULE },
    { holder: require('fs'), keys: ['readFileSync', 'realpathSync'] }, { holder: require('path') }, { holder: Buffer },
    { holder: Module.prototype }, { holder: Buffer.prototype }, { holder: EventEmitter.prototype },
    { holder: Writable.prototype },
  ];
}

const builtins = {
  // Accessors hide these globals, and stay the same when a script replaces the values.
  behindAccessors: ['process', 'Buffer'],
  holders,
  // Users may replace process.stdout.write until a suite begins.
  outputs: () => [{ holder: process.stdout, keys: ['write'] }, { holder: process.stderr, keys: ['write'] }],
};

// Node does not list threads among its resources. Each listing releases ended ones.
let workers = [];

// esbuild starts a thread when tsx compiles the first file, and keeps it.
const BY_TSX = /node_modules[\\/]esbuild[\\/].*\n.*node_modules[\\/]tsx[\\/]/;

function isOfLoader(worker) {
  try {
    // Node runs the hooks of module.register() in a thread of this class.
    return worker.constructor.name === 'InternalWorker' || BY_TSX.test(new Error('').stack);
  } catch {
    return false; // A test may have replaced what this uses.
  }
}

subscribe('worker_threads', ({ worker }) => {
  if (!isOfLoader(worker)) workers[workers.length] = worker;
});

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

const common = {
  readings,
  nextTurn: setImmediate,
  compile: (parameters, text) => compileFunction(text, parameters),
  compiles: () => true,
  hasProcesses: true,
  clockWords: 'process.hrtime() must count nanoseconds',
  // On Windows the pipe of a socket is overlapped, and such pipes are not for fs.
  socketTakesDescriptor: process.platform === 'win32',
  inspect,
  isNativeError,
  get places() { return require('./process-program').places; },
  get program() { return require('./process-program').program; },
  get uncaught() { return require('./process-program').uncaught; },
  builtins,
  activeResources,
  createEvictor: () => require('./cache-evictor').createEvictor(),
  permits: () => true,
  env: () => process.env,
  startOptions: (options) => options,
  socketOf: (fd) => new (require('net').Socket)({ fd, readable: true, writable: true }),
  readsPipesBlocking: process.platform !== 'win32',
};

const { getOwnPropertyDescriptors: descriptorsOf } = Object;

/** Adds the common members to an engine (see the typedef in here.js). Getters stay getters. */
const processEngine = (own) => Object.defineProperties({}, { ...descriptorsOf(common), ...descriptorsOf(own) });

module.exports = { processEngine, readings, once };
