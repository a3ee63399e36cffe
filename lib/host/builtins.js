'use strict';

/*
 * Runs summaries and reports with the builtins as they were at load, even if a measured test has replaced some. The
 * measuring code cannot swap builtins, so it captures those it uses.
 */

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

function remember(holder, keys = ownKeys(holder), isWhole = true) {
  const descriptors = [];
  for (let i = 0; i < keys.length; i++) descriptors[i] = descriptorOf(holder, keys[i]);
  return { holder, keys, descriptors, isWhole };
}

// No array methods here and below: a test may have replaced them.
function rememberThese(given, holders = []) {
  for (let i = 0; i < given.length; i++) {
    holders[holders.length] = remember(given[i].holder, given[i].keys, !given[i].keys);
  }
  return holders;
}

function rememberAll() {
  const holders = [remember(globalThis, NAMES, false)];
  const add = (holder) => { holders[holders.length] = remember(holder); };
  for (let i = 0; i < NAMES.length; i++) {
    const builtin = globalThis[NAMES[i]];
    add(builtin);
    if (typeof builtin === 'function' && builtin.prototype) add(builtin.prototype);
  }
  add(getPrototypeOf(Float64Array));
  add(getPrototypeOf(Float64Array.prototype));
  add(getPrototypeOf([].values()));
  add(getPrototypeOf(''[Symbol.iterator]()));
  add(getPrototypeOf(new Map().values()));
  add(getPrototypeOf(new Set().values()));
  // The prototype that all generators share.
  add(getPrototypeOf(getPrototypeOf((function* none() {})())));
  return rememberThese(holdersOfEngine(), holders);
}

const remembered = rememberAll();
const behind = [];
for (let i = 0; i < behindAccessors.length; i++) behind[i] = globalThis[behindAccessors[i]];

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

/**
 * Returns a function that calls an action with the original builtins; the swap takes 0.2 ms if none was replaced.
 * hasOutput: also restores methods of output streams, which opens process.stdout (1 to 2 ms).
 */
function createAsBefore(hasOutput) {
  const outputs = hasOutput ? rememberThese(outputsOfEngine()) : [];
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
