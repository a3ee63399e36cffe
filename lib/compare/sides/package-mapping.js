'use strict';

/* The package that package-hook.js maps. Before Node 22.15 the loader thread loads this file, too, for resolve(). */

const { writeFileSync } = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

// Captured, because a measured test may call require().
const { apply } = Reflect;
const { includes, startsWith } = String.prototype;

const PACKAGE_VARIABLE = 'QTIMEIT_PACKAGE';
const USED = 'used'; // this file in the folder marks that the package was imported

const { name, folder } = JSON.parse(process.env[PACKAGE_VARIABLE] || '{"name":"","folder":""}');
const within = `${name}/`;

// A nonexistent file in the folder of this version: a file in a package would resolve to that package.
const importer = path.join(folder, 'mapped.js');
const { href: parentURL } = pathToFileURL(importer);
let isReported = false;

const isOfPackage = (parent) =>
  apply(includes, parent, ['/node_modules/']) || apply(includes, parent, ['\\node_modules\\']);

/** Whether code outside of packages imports the package; parent: path or URL. */
const isMapped = (specifier, parent) =>
  (specifier === name || apply(startsWith, `${specifier}`, [within])) && !isOfPackage(parent);

function mappedContext(specifier, context) {
  if (!isMapped(specifier, context.parentURL || '')) return context;
  tellUse();
  return { ...context, parentURL };
}

function tellUse() {
  if (isReported) return;
  isReported = true;
  try {
    writeFileSync(path.join(folder, USED), '');
  } catch (_) {
    // Reported as unused.
  }
}

const resolve = async (specifier, context, next) => next(specifier, mappedContext(specifier, context));

module.exports = { PACKAGE_VARIABLE, USED, importer, isMapped, tellUse, mappedContext, resolve };
