'use strict';

/*
 * The engine of this process, which `require('#engine')` is. Conditions in package.json would not find it: Deno takes
 * those of Node where a script requires, and its own only where one imports.
 */

const { bun, deno } = process.versions;

function engineOf() {
  if (bun !== undefined) return require('./bun');
  return deno === undefined ? require('./node') : require('./deno');
}

module.exports = engineOf();
