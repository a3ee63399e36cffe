'use strict';

const Module = require('module');

/**
 * Loads a file again with fake globals and modules, and returns its exports. Caches neither these, nor what the file
 * loads first: a clock that has captured a fake timer would let other tests wait for ever. Node.js only.
 *
 * @param {string} file
 * @param {{ globals: object, modules: object }} [fakes] globals while the file loads; modules by the name
 *   under which the file and its dependencies require them
 */
function loadFresh(file, { globals = {}, modules = {} } = {}) {
  const { _load: load } = Module;
  const known = new Set(Object.keys(require.cache));
  const saved = require.cache[file];
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  delete require.cache[file];
  Module._load = (name, ...more) => (Object.hasOwn(modules, name) ? modules[name] : load(name, ...more));
  try {
    for (const name of Object.keys(globals)) {
      Object.defineProperty(globalThis, name, { value: globals[name], configurable: true, writable: true });
    }
    return require(file);
  } finally {
    Module._load = load;
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
    for (const one of Object.keys(require.cache)) if (!known.has(one)) delete require.cache[one];
    if (saved) require.cache[file] = saved;
  }
}

module.exports = { loadFresh };
