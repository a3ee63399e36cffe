'use strict';

/* Node preloads this, so that the benchmark and its project import this side's version of a package. */

const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { importer, isMapped, mappedContext, tellUse } = require('./package-mapping');

const { apply } = Reflect;
const { _resolveFilename: resolve, register, registerHooks } = Module;
const inFolder = { id: importer, filename: importer, paths: Module._nodeModulePaths(path.dirname(importer)) };

Module._resolveFilename = function resolveFilename(request, parent, isMain, options) {
  const isOurs = parent && (!options || !options.paths) && isMapped(request, parent.filename || '');
  if (isOurs) tellUse();
  return apply(resolve, this, [request, isOurs ? inFolder : parent, isMain, options]);
};

// registerHooks runs in this thread and needs Node 22.15; register needs 20.6.
if (registerHooks) {
  registerHooks({ resolve: (specifier, context, next) => next(specifier, mappedContext(specifier, context)) });
} else if (register) {
  register(pathToFileURL(require.resolve('./package-mapping')));
}
