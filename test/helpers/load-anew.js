'use strict';

const Module = require('module');

/**
 * What a file exports where its surroundings are others: it is loaded anew, and forgotten again. In Node only.
 *
 * @param {string} file
 * @param {{ globals: object, modules: object }} [fakes] globals as they are while it is loaded; modules that it and
 *   what it loads then requires by these names
 */
function loadAnew(file, { globals = {}, modules = {} } = {}) {
  const { _load: load } = Module;
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
    if (saved) require.cache[file] = saved;
    else delete require.cache[file];
  }
}

module.exports = { loadAnew };
