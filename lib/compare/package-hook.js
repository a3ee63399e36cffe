'use strict';

/*
 * Loaded by node before a benchmark file of a side that compares a version of a package: what the file, and the code of
 * the project around it, imports or requires under the name of the package is that version. Packages that use it
 * themselves keep theirs.
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

// The former runs in this thread, and is not there before Node 22.15; the latter not before 18.19.
if (registerHooks) registerHooks({ resolve: resolveImport });
else if (register) register(pathToFileURL(path.join(__dirname, 'package-hook-thread.js')));
