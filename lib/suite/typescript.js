'use strict';

/*
 * Options with which Node runs a TypeScript file: none if it strips types, otherwise tsx if that is installed, also for
 * a file with an enum or a namespace, which are more than types. tsx names each function that a test creates by a
 * call: 250 ns instead of 0.6 for const f = (x) => x + 1.
 */

const { pathToFileURL } = require('url');

const { orNull } = require('../host/fs-queries');
const { isTypeScript } = require('../text/code-names');
const { UsageError } = require('../text/usage-error');

const MORE_THAN_TYPES = /^[ \t]*(?:export\s+)?(?:const\s+)?(?:enum|namespace)\s+\w/m;

/** Whether this version has --import, which loads tsx. */
function hasImport(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 6) || (major === 18 && minor >= 19);
}

function refusal(shown, version) {
  const how = hasImport(version)
    ? 'only through tsx, which is not installed. Run npm install --save-dev tsx,'
    : 'neither directly nor through tsx, which needs 18.19+ or 20.6+. To run it,';
  return new UsageError(`${shown} is TypeScript, which Node.js ${version} runs ${how} ` +
    'use Node.js 22.18 or later, or compile it');
}

const nodeHere = ({ versions, runsTypeScript }) => ({ version: versions.node, runsTypeScript });

/**
 * The options of node on each side of a comparison. If one side needs tsx, all that can use it do so. The path of the
 * file is in the working tree, whose text decides. sides: { node: { version, runsTypeScript (directly, or by
 * NODE_OPTIONS) }, pathOf, has }
 */
function nodeOptionsOf({ path, shown }, sides, { host }) {
  if (!isTypeScript(path)) return sides.map(() => []);
  const cannot = ({ node, has }) => has(path) && !node.runsTypeScript;
  const isMore = MORE_THAN_TYPES.test(orNull(() => host.readText(path)) || '');
  if (!isMore && !sides.some(cannot)) return sides.map(() => []);
  return sides.map((side) => {
    const { version } = side.node;
    const loader = hasImport(version) ? orNull(() => host.resolveFrom(side.pathOf(path), 'tsx')) : null;
    if (loader !== null) return ['--import', pathToFileURL(loader).href];
    if (cannot(side)) throw refusal(shown, version);
    return [];
  });
}

function nodeOptionsHere(file, { host }) {
  const [options] = nodeOptionsOf(file, [{ node: nodeHere(host), pathOf: () => file.path, has: () => true }], { host });
  return options;
}

/** A hint for the error code or output of a node that found syntax it cannot strip: '; ...', or ''. */
function hintOf(said) {
  if (typeof said !== 'string' || !said.includes('ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')) return '';
  return '. Use only erasable syntax (erasableSyntaxOnly in tsconfig.json checks this), or compile it with tsx: ' +
    "NODE_OPTIONS='--import tsx'";
}

module.exports = { hintOf, nodeHere, nodeOptionsOf, nodeOptionsHere };
