'use strict';

/*
 * Node preloads this to compare versions of a package: the benchmark file and its project import the version of this
 * side under the name of the package. Other packages keep their versions.
 */

const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { folder, isMapped, tellUse } = require('./package-mapping');

const { apply } = Reflect;
const { _resolveFilename: resolve, register, registerHooks } = Module;

// Resolves from a nonexistent file in the folder of this version: a file in a package would resolve to that package.
const filename = path.join(folder, 'mapped.js');
const inFolder = { id: filename, filename, paths: Module._nodeModulePaths(folder) };
const { href: parentURL } = pathToFileURL(filename);

Module._resolveFilename = function resolveFilename(request, parent, isMain, options) {
  const isOurs = parent && (!options || !options.paths) && isMapped(request, parent.filename || '');
  if (isOurs) tellUse();
  return apply(resolve, this, [request, isOurs ? inFolder : parent, isMain, options]);
};

function resolveImport(specifier, context, next) {
  if (!isMapped(specifier, context.parentURL || '')) return next(specifier, context);
  tellUse();
  return next(specifier, { ...context, parentURL });
}

// registerHooks runs in this thread and needs Node 22.15; register needs 20.6.
if (registerHooks) registerHooks({ resolve: resolveImport });
else if (register) register(pathToFileURL(path.join(__dirname, 'package-hook-thread.js')));
