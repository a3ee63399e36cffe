'use strict';

/* Runs summaries and reports with the builtins as they were at load. Measuring code captures those it uses. */

const { builtins } = require('#engine');
const { behindAccessors, holders: holdersOfEngine, outputs: outputsOfEngine } = builtins;

const { getOwnPropertyDescriptor, defineProperty, deleteProperty, ownKeys, getPrototypeOf, setPrototypeOf } = Reflect;
const { is } = Object;

const NAMES = [
  'Object', 'Function', 'Array', 'String', 'Number', 'BigInt', 'Boolean', 'Symbol', 'RegExp', 'Date', 'Math', 'JSON',
  'Reflect', 'Proxy', 'Promise', 'Map', 'Set', 'WeakMap', 'Error', 'TypeError', 'RangeError', 'ArrayBuffer',
  'Float64Array', 'Uint8Array',
  'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'console',
];

/** Without a prototype, because a test may add properties to Object.prototype. */
function descriptorOf(holder, key) {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor) setPrototypeOf(descriptor, null);
  return descriptor;
}

const same = (a, b) => (a && b ? is(a.value, b.value) && a.get === b.get && a.set === b.set : a === b);

/** Without keys, all properties of the holder. No array methods here and below, because a test may replace them. */
function remember({ holder, keys }) {
  const known = keys || ownKeys(holder);
  const descriptors = [];
  for (let i = 0; i < known.length; i++) descriptors[i] = descriptorOf(holder, known[i]);
  return { holder, keys: known, descriptors, isWhole: !keys };
}

const builtinsNow = NAMES.flatMap((name) => {
  const builtin = globalThis[name];
  return typeof builtin === 'function' && builtin.prototype ? [builtin, builtin.prototype] : [builtin];
});

const prototypesNow = [
  Float64Array, Float64Array.prototype, [].values(), ''[Symbol.iterator](), new Map().values(), new Set().values(),
  // The prototype of its prototype is shared by all generators.
  getPrototypeOf((function* none() {})()),
].map((value) => getPrototypeOf(value));

const remembered = [
  { holder: globalThis, keys: NAMES }, ...[...builtinsNow, ...prototypesNow].map((holder) => ({ holder })),
  ...holdersOfEngine(),
].map(remember);
const behind = behindAccessors.map((name) => globalThis[name]);

function swapAccessors(values) {
  const found = [];
  for (let i = 0; i < values.length; i++) {
    found[i] = globalThis[behindAccessors[i]];
    if (found[i] !== values[i]) globalThis[behindAccessors[i]] = values[i];
  }
  return found;
}

function replace(holder, key, wanted, changes) {
  changes[changes.length] = { holder, key, descriptor: descriptorOf(holder, key) };
  if (wanted) defineProperty(holder, key, wanted);
  else deleteProperty(holder, key);
}

function putBack({ holder, keys, descriptors, isWhole }, changes) {
  for (let i = 0; i < keys.length; i++) {
    if (!same(descriptorOf(holder, keys[i]), descriptors[i])) replace(holder, keys[i], descriptors[i], changes);
  }
  if (!isWhole) return;
  const now = ownKeys(holder);
  if (now.length === keys.length) return;
  for (let i = 0; i < now.length; i++) {
    let k = 0;
    while (k < keys.length && keys[k] !== now[i]) k++;
    if (k === keys.length) replace(holder, now[i], undefined, changes);
  }
}

/** Calls actions with the original builtins (0.2 ms if none was replaced). hasOutput: opens process.stdout (1-2 ms). */
function createAsBefore(hasOutput) {
  const outputs = hasOutput ? outputsOfEngine() : [];
  for (let i = 0; i < outputs.length; i++) outputs[i] = remember(outputs[i]);
  let isWithin = false;
  return function asBefore(action) {
    if (isWithin) return action();
    const changes = [];
    isWithin = true;
    const found = swapAccessors(behind);
    for (let i = 0; i < remembered.length; i++) putBack(remembered[i], changes);
    for (let i = 0; i < outputs.length; i++) putBack(outputs[i], changes);
    try {
      return action();
    } finally {
      for (let i = changes.length - 1; i >= 0; i--) {
        const { holder, key, descriptor } = changes[i];
        if (descriptor) defineProperty(holder, key, descriptor);
        else deleteProperty(holder, key);
      }
      swapAccessors(found);
      isWithin = false;
    }
  };
}

module.exports = { createAsBefore };
