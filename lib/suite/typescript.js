'use strict';

/*
 * How a node runs a file in TypeScript: by itself, where it strips types, or through tsx, where that is installed.
 *
 * tsx compiles, and gives each function that a test makes its name by a call, which is measured with the test: 250 ns
 * in place of 0.6 for const f = (x) => x + 1. So it is for where a node cannot do it.
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

/** Why a node of this version cannot run a file, and the ways out. */
function refusal(shown, version) {
  const what = `${shown} is TypeScript, which Node.js ${version} runs`;
  const others = 'take Node.js 22.18 or later, or compile it';
  return hasImport(version)
    ? `${what} through tsx only, and that is not installed there: npm install --save-dev tsx, ${others}`
    : `${what} neither by itself nor through tsx, which needs 18.19 or 20.6: ${others}`;
}

/** This node, as sides have theirs. */
const nodeHere = ({ versions, runsTypeScript }) => ({ version: versions.node, runsTypeScript });

/**
 * The options of node with which a file is started on each side of a comparison. Where one side has to run it through
 * tsx all do that can, so that they differ in nothing else.
 *
 * @param {{ path: string, shown: string }} file of the working tree
 * @param {{ node: { version: string, runsTypeScript: boolean }, pathOf: function(string): string,
 *   has: function(string): boolean }[]} sides runsTypeScript: by itself, or by what NODE_OPTIONS loads
 * @param {{ host: object }} deps
 * @returns {string[][]} for each side
 * @throws {UsageError} where a node cannot run it, with the ways out
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

/** The same of a file that this node runs where it lies. */
function nodeOptionsHere(file, { host }) {
  const [options] = nodeOptionsOf(file, [{ node: nodeHere(host), pathOf: () => file.path, has: () => true }], { host });
  return options;
}

/**
 * What to do about an error of a node that strips types, and came to what is more than types.
 *
 * @param {*} said the code of the error, or what node wrote of it
 * @returns {string} '; ...', or '' where that is another one
 */
function wayOutOf(said) {
  if (typeof said !== 'string' || !said.includes('ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')) return '';
  return '; write what can be erased (erasableSyntaxOnly of tsconfig.json finds the rest), or have tsx compile it: ' +
    "NODE_OPTIONS='--import tsx'";
}

module.exports = { wayOutOf, nodeHere, nodeOptionsOf, nodeOptionsHere };
