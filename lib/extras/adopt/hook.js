'use strict';

/* Makes imports of benchmark libraries lead to stand-ins, whether the libraries are installed or not. */

const Module = require('module');
const { pathToFileURL } = require('url');
const { NAMES, resolve, findStandIn } = require('./stand-ins');
const { onlyRequires } = require('../../base/text/code-names');

const { apply } = Reflect;
const ADOPT = require.resolve('../../../public/adopt');
let isInstalled = false;

/** Of the functions of Module that take a request first. `node:` modules are loaded without being resolved. */
function wrapped(original, isFor) {
  return function find(request, ...rest) {
    const file = isFor(request) ? findStandIn(request) : null;
    return apply(original, this, [file ?? request, ...rest]);
  };
}

/** For Bun, whose require() takes the export of this name. */
const namespaceOf = (name) => () => {
  const exported = require(findStandIn(name));
  return { exports: { ...exported, default: exported, 'module.exports': exported }, loader: 'object' };
};

/** Threads of the file get the stand-ins, too, but their measurements make no rows. */
function adoptThreads() {
  const threads = require('worker_threads');
  threads.Worker = class Worker extends threads.Worker {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv || process.execArgv), '--require', ADOPT] });
    }
  };
  Module.syncBuiltinESMExports();
}

/** text: of the file. One without imports needs no hook for them: before Node 22.15, that is a thread of 27 ms. */
function installHook(text) {
  if (isInstalled) return;
  isInstalled = true;
  adoptThreads();
  // registerHooks runs in this thread, also for require(), and needs Node 22.15.
  if (Module.registerHooks) {
    Module.registerHooks({ resolve });
    return;
  }
  if (globalThis.Bun) {
    const setup = (build) => NAMES.forEach((name) => build.module(name, namespaceOf(name)));
    globalThis.Bun.plugin({ name: 'qtimeit', setup });
    return;
  }
  Module._resolveFilename = wrapped(Module._resolveFilename, () => true);
  Module._load = wrapped(Module._load, (request) => `${request}`.startsWith('node:'));
  if (onlyRequires(text)) return;
  Module.register(pathToFileURL(require.resolve('./stand-ins')));
}

module.exports = { installHook };
