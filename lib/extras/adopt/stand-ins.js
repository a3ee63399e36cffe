'use strict';

/* The stand-in for each library. Before Node 22.15 the loader thread loads this file, too, for resolve(). */

const path = require('path');
const { pathToFileURL } = require('url');

const FILES = {
  __proto__: null,
  benchmark: 'benchmark', tinybench: 'tinybench', mitata: 'mitata', 'bench-node': 'bench-node',
  'node:bench': 'node-bench',
};

/** The path of the stand-in; null for other modules. */
function findStandIn(specifier) {
  const name = FILES[specifier];
  return name ? path.join(__dirname, 'libraries', `${name}.js`) : null;
}

function resolve(specifier, context, next) {
  const file = findStandIn(specifier);
  return file === null ? next(specifier, context)
    : { url: pathToFileURL(file).href, format: 'commonjs', shortCircuit: true };
}

const NAMES = Object.keys(FILES);

// Identifiers alone, because the loader thread finds exports by their text.
module.exports = { NAMES, findStandIn, resolve };
