'use strict';

/* The module '#engine'. Conditions in package.json cannot select it: for require() Deno uses Node's conditions. */

const { bun, deno } = process.versions;

function engineOf() {
  if (bun !== undefined) return require('./bun');
  return deno === undefined ? require('./node') : require('./deno');
}

module.exports = engineOf();
