'use strict';

/* Deno: V8 with Node's modules. Flags are fixed at the start: tiers need --v8-flags=--allow-natives-syntax. */

const { once, processEngine, readings } = require('./process-engine');

/** v8.GCProfiler reports nanoseconds here, microseconds in Node. */
function watched() {
  const collections = require('./v8-heap').watched();
  for (let i = 0; i < collections.length; i++) collections[i].ns /= 1000;
  return collections;
}

const ABOUT = { read: 'path', write: 'path', env: 'variable', run: 'command', sys: 'kind' };
const PERMISSIONS = ['read', 'write', 'env', 'run', 'sys', 'net', 'ffi', 'import'];

// Its inspector cannot interrupt this thread.
const noLiveWatch = { open: () => false, close() {} };

const heap = once(() => {
  const ofV8 = require('./v8-heap');
  const freeBytes = () => (permits('sys', 'systemMemoryInfo') ? ofV8.freeBytes() : Infinity);
  return { ...ofV8, watched, freeBytes, createLiveWatch: () => noLiveWatch };
});

const { Deno } = globalThis;

function permits(name, what) {
  const asked = what === undefined ? { name } : { name, [ABOUT[name]]: what };
  try {
    return Deno.permissions.querySync(asked).state === 'granted';
  } catch (_) {
    return false; // a kind that this version does not know
  }
}

const COUNTS = 'counting instructions requires options of Node.js that Deno lacks';

// Natives report and force tiers. Without them, two of 20 pairs of equal functions were called different.
const NATIVES_FLAG = '--allow-natives-syntax';

const hasProc = permits('read', '/proc');

// Explicit, because Deno would otherwise give a script all permissions.
function startOptions(options) {
  const permitted = PERMISSIONS.filter((name) => permits(name)).map((name) => `--allow-${name}`);
  const flags = [NATIVES_FLAG, ...options].join(',');
  return ['run', '--no-prompt', ...permitted, '--unstable-detect-cjs', `--v8-flags=${flags}`];
}

module.exports = processEngine({
  name: 'deno',
  version: () => process.versions.deno,
  jit: () => `V8 ${process.versions.v8}`,
  readings: hasProc ? readings : { ...readings, queuedNs: () => NaN },
  get heap() { return heap(); },
  natives: once(() => require('./v8-natives').createNatives(false)),
  readsPipesBlocking: false,
  socketTakesDescriptor: true,
  permits,
  env: () => (permits('env') ? process.env : {}),
  startOptions,
  get lacks() {
    const hint = 'start Deno with --v8-flags=--allow-natives-syntax';
    return { tiers: this.natives() === null ? hint : null, memory: null, counts: COUNTS };
  },
});
