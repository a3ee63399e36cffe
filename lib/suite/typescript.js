'use strict';

/*
 * How a node runs a file in TypeScript: directly, if it strips types, or through tsx, if that is installed.
 *
 * tsx adds a call that names each function which a test creates, and this call is measured with the test: 250 ns
 * instead of 0.6 for const f = (x) => x + 1. So it is only for nodes that cannot strip types.
 */

const { pathToFileURL } = require('url');

const { orNull } = require('../host/fs-queries');
const { isTypeScript } = require('../text/code-names');
const { UsageError } = require('../text/usage-error');

/** Whether a node of this version has --import, by which tsx is loaded. */
function hasImport(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 6) || (major === 18 && minor >= 19);
}

function refusal(shown, version) {
  const what = `${shown} is TypeScript, which Node.js ${version} runs`;
  const others = 'take Node.js 22.18 or later, or compile it';
  return hasImport(version)
    ? `${what} through tsx only, and that is not installed there: npm install --save-dev tsx, ${others}`
    : `${what} neither by itself nor through tsx, which needs 18.19 or 20.6: ${others}`;
}

const nodeHere = ({ versions, runsTypeScript }) => ({ version: versions.node, runsTypeScript });

/**
 * The options of node with which a file is started on each side of a comparison. If one side needs tsx, all sides that
 * can use it do so, so that they differ in nothing else.
 *
 * @param {{ path: string, shown: string }} file of the working tree
 * @param {{ node: { version: string, runsTypeScript: boolean }, pathOf: function(string): string,
 *   has: function(string): boolean }[]} sides runsTypeScript: directly, or with the loader in NODE_OPTIONS
 * @param {{ host: object }} deps
 * @returns {string[][]} for each side
 * @throws {UsageError} if a node cannot run it, with hints
 */
function nodeOptionsOf({ path, shown }, sides, { host }) {
  const cannot = ({ node, has }) => has(path) && !node.runsTypeScript;
  if (!isTypeScript(path) || !sides.some(cannot)) return sides.map(() => []);
  return sides.map((side) => {
    const { version } = side.node;
    const loader = hasImport(version) ? orNull(() => host.resolveFrom(side.pathOf(path), 'tsx')) : null;
    if (loader !== null) return ['--import', pathToFileURL(loader).href];
    if (cannot(side)) throw new UsageError(refusal(shown, version));
    return [];
  });
}

/** The same for a file that this node runs. */
function nodeOptionsHere(file, { host }) {
  const [options] = nodeOptionsOf(file, [{ node: nodeHere(host), pathOf: () => file.path, has: () => true }], { host });
  return options;
}

/**
 * A hint for an error of a node that strips types, and found syntax that is more than types.
 *
 * @param {*} said the code of the error, or the output of node
 * @returns {string} '; ...', or '' for another error
 */
function wayOutOf(said) {
  if (typeof said !== 'string' || !said.includes('ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')) return '';
  return '; write what can be erased (erasableSyntaxOnly of tsconfig.json finds the rest), or have tsx compile it: ' +
    "NODE_OPTIONS='--import tsx'";
}

module.exports = { wayOutOf, nodeHere, nodeOptionsOf, nodeOptionsHere };
