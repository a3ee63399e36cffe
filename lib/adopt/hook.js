'use strict';

/* Makes imports of benchmark libraries lead to stand-ins, whether the libraries are installed or not. */

const Module = require('module');
const { pathToFileURL } = require('url');
const { resolve, standInOf } = require('./stand-ins');

const { apply } = Reflect;
let isInstalled = false;

/** Of the functions of Module that take a request first. `node:` modules are loaded without being resolved. */
function wrapped(original, isFor) {
  return function find(request, ...rest) {
    const file = isFor(request) ? standInOf(request) : null;
    return apply(original, this, [file ?? request, ...rest]);
  };
}

function install() {
  if (isInstalled) return;
  isInstalled = true;
  // registerHooks runs in this thread, also for require(), and needs Node 22.15.
  if (Module.registerHooks) {
    Module.registerHooks({ resolve });
    return;
  }
  Module._resolveFilename = wrapped(Module._resolveFilename, () => true);
  Module._load = wrapped(Module._load, (request) => `${request}`.startsWith('node:'));
  // Bun has none, and its imports lead to the library itself.
  if (Module.register) Module.register(pathToFileURL(require.resolve('./stand-ins')));
}

module.exports = { install };
