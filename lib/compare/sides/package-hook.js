'use strict';

/* Node preloads this, so that the benchmark and its project import this side's version of a package. */

const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { importer, inProject, isMapped, mayBeInProject, resolve: resolveMapped, tellUse } = require('./package-mapping');

const { apply } = Reflect;
const { _resolveFilename: resolve, register, registerHooks } = Module;

const parentAt = (file) => ({ id: file, filename: file, paths: Module._nodeModulePaths(path.dirname(file)) });
const inFolder = parentAt(importer);

Module._resolveFilename = function resolveFilename(request, parent, isMain, options) {
  if (!parent || (options && options.paths)) return apply(resolve, this, [request, parent, isMain, options]);
  const isOurs = isMapped(request, parent.filename || '');
  if (isOurs) tellUse();
  try {
    return apply(resolve, this, [request, isOurs ? inFolder : parent, isMain, options]);
  } catch (error) {
    if (!mayBeInProject(error, request, parent.filename || '')) throw error;
    return apply(resolve, this, [request, parentAt(inProject), isMain, options]);
  }
};

// registerHooks runs in this thread and needs Node 22.15; register needs 20.6.
if (registerHooks) {
  registerHooks({ resolve: resolveMapped });
} else if (register) {
  register(pathToFileURL(require.resolve('./package-mapping')));
}
