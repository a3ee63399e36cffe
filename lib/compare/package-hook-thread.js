'use strict';

/* The part of package-hook.js for imports, in the thread in which Node before 22.15 resolves them. */

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
