'use strict';

/*
 * The engine of this process, for `require('#engine')`. Conditions in package.json could not select it: Deno uses those
 * of Node for require(), and its own only for import.
 */

const { bun, deno } = process.versions;

function engineOf() {
  if (bun !== undefined) return require('./bun');
  return deno === undefined ? require('./node') : require('./deno');
}

module.exports = engineOf();
