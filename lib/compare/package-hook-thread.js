'use strict';

/* Resolves imports for package-hook.js in the loader thread of Node before 22.15. */

const path = require('path');
const { pathToFileURL } = require('url');
const { folder, isMapped, tellUse } = require('./package-mapping');

const { href: parentURL } = pathToFileURL(path.join(folder, 'mapped.mjs'));

async function resolve(specifier, context, next) {
  if (!isMapped(specifier, context.parentURL || '')) return next(specifier, context);
  tellUse();
  return next(specifier, { ...context, parentURL });
}

module.exports = { resolve };
