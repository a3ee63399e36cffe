'use strict';

/* What package-hook.js is asked to do, from the environment of its process. */

const { writeFileSync } = require('fs');
const path = require('path');

// Captured at load: a measured test may require.
const { apply } = Reflect;
const { includes, startsWith } = String.prototype;

const VARIABLE = 'QTIMEIT_PACKAGE';

// In the folder, once a file has asked for the package.
const USED = 'used';

const { name, folder } = JSON.parse(process.env[VARIABLE] || '{"name":"","folder":""}');
const within = `${name}/`;
let isTold = false;

const isOfPackage = (parent) =>
  apply(includes, parent, ['/node_modules/']) || apply(includes, parent, ['\\node_modules\\']);

/** Whether what is asked for is the package, or in it, and who asks is no package itself; parent: path or URL. */
const isMapped = (specifier, parent) =>
  (specifier === name || apply(startsWith, `${specifier}`, [within])) && !isOfPackage(parent);

function tellUse() {
  if (isTold) return;
  isTold = true;
  try {
    writeFileSync(path.join(folder, USED), '');
  } catch (_) {
    // Then it is not known.
  }
}

module.exports = { VARIABLE, USED, folder, isMapped, tellUse };
