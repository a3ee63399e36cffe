'use strict';

/* The package that package-hook.js maps, read from an environment variable. */

const { writeFileSync } = require('fs');
const path = require('path');

// Captured, because a measured test may call require().
const { apply } = Reflect;
const { includes, startsWith } = String.prototype;

const VARIABLE = 'QTIMEIT_PACKAGE';

// This file in the folder marks that the package was imported.
const USED = 'used';

const { name, folder } = JSON.parse(process.env[VARIABLE] || '{"name":"","folder":""}');
const within = `${name}/`;
let isTold = false;

const isOfPackage = (parent) =>
  apply(includes, parent, ['/node_modules/']) || apply(includes, parent, ['\\node_modules\\']);

/** Whether code outside of packages imports the package; parent: path or URL. */
const isMapped = (specifier, parent) =>
  (specifier === name || apply(startsWith, `${specifier}`, [within])) && !isOfPackage(parent);

function tellUse() {
  if (isTold) return;
  isTold = true;
  try {
    writeFileSync(path.join(folder, USED), '');
  } catch (_) {
    // Reported as unused.
  }
}

module.exports = { VARIABLE, USED, folder, isMapped, tellUse };
