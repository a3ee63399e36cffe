'use strict';

/*
 * Node loads this before a benchmark file if versions of a package are compared: the file, and the code of its project,
 * import or require this version under the name of the package. Packages keep their versions.
 */

const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const { folder, isMapped, tellUse } = require('./package-mapping');

const { apply } = Reflect;
const { _resolveFilename: resolve, register, registerHooks } = Module;

// A module of its own package would find itself under its name; nobody is called so there.
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

// The former runs in this thread, and is new in Node 22.15; the latter is new in 20.6.
if (registerHooks) registerHooks({ resolve: resolveImport });
else if (register) register(pathToFileURL(path.join(__dirname, 'package-hook-thread.js')));
