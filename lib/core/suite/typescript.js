'use strict';

/*
 * Options with which Node runs a TypeScript file: none if it strips types, otherwise tsx if that is installed, also for
 * a file with an enum or a namespace, which are more than types. tsx names each function that a test creates by a
 * call: 250 ns instead of 0.6 for const f = (x) => x + 1.
 */

const path = require('path');
const { pathToFileURL } = require('url');

const { isFile, orNull, readTrimmed } = require('../../base/host/fs-queries');
const { withParents } = require('../../base/host/paths');
const { hasJsx, isTypeScript } = require('../../base/text/code-names');
const { UsageError } = require('../../base/text/usage-error');

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
  const newer = hasJsx(shown) ? '' : 'use Node.js 22.18 or later, ';
  return new UsageError(`${shown} is TypeScript${hasJsx(shown) ? ' with JSX' : ''}, which Node.js ${version} runs ` +
    `${how} ${newer}or compile it`);
}

/** Whether this engine compiles all of TypeScript, also JSX: Bun and Deno. Bun would install tsx. */
const compilesTypeScript = ({ bun, deno }) => Boolean(bun || deno);

const nodeHere = ({ versions, runsTypeScript }) => (
  { version: versions.node, runsTypeScript, compilesTypeScript: compilesTypeScript(versions) });

/**
 * The options of node on each side of a comparison. If one side needs tsx, all that can use it do so. The path of the
 * file is in the working tree, whose text decides. sides: { node: { version, runsTypeScript (directly, or by
 * NODE_OPTIONS), compilesTypeScript }, pathOf, has }
 */
function chooseNodeOptions({ path: file, shown }, sides, { host }) {
  if (!isTypeScript(file)) return sides.map(() => []);
  const cannot = ({ node, has }) => (
    has(file) && !node.compilesTypeScript && (hasJsx(file) || !node.runsTypeScript));
  const isMore = MORE_THAN_TYPES.test(orNull(() => host.readText(file)) || '');
  if (!isMore && !sides.some(cannot)) return sides.map(() => []);
  return sides.map((side) => {
    const { version } = side.node;
    if (side.node.compilesTypeScript) return [];
    const loader = hasImport(version) ? orNull(() => host.resolveFrom(side.pathOf(file), 'tsx')) : null;
    if (loader !== null) return ['--import', pathToFileURL(loader).href];
    if (cannot(side)) throw refusal(shown, version);
    return [];
  });
}

function nodeOptionsHere(file, { host }) {
  const [options] = chooseNodeOptions(
    file, [{ node: nodeHere(host), pathOf: () => file.path, has: () => true }], { host });
  return options;
}

const WITH_TSX = "NODE_OPTIONS='--import tsx'";

const NOT_ERASABLE = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
const ENDINGS = ['.ts', '.tsx', '.mts', '/index.ts'];

const textOf = (value) => (typeof value === 'string' ? value : '');

/**
 * A hint ('. ...') if Node.js does not load the TypeScript of a file: it cannot strip the syntax; it finds an import
 * only by `paths` in tsconfig.json, without its ending or as `.js`; package.json has `"type": "commonjs"`; or it knows
 * no TypeScript. '' otherwise
 *
 * @param {string|null} file path of the loaded file; null for a snippet
 * @param {*} error a thrown value, or { message: output of a process that ended }
 */
function hintOfLoading(file, error, host) {
  const message = textOf(error && error.message);
  if (textOf(error && error.code) === NOT_ERASABLE || message.includes(`[${NOT_ERASABLE}]`)) {
    return '. Use only erasable syntax (erasableSyntaxOnly in tsconfig.json checks this), or compile it with tsx: ' +
      WITH_TSX;
  }
  if (file === null) return '';
  if (/Unknown file extension "\.[cm]?tsx?"/.test(message)) return `. Use tsx: ${WITH_TSX}`;
  if (isTypeScript(file) && message.includes('Cannot use import statement outside a module')) {
    return `. Set "type": "module" in package.json, or use tsx: ${WITH_TSX}`;
  }
  const [, name] = /Cannot find (?:module|package) '([^']+)'/.exec(message) || [];
  if (name === undefined || !isTypeScript(file)) return '';
  if (path.isAbsolute(name)) {
    const compiled = ['ts', 'tsx'].map((ending) => name.replace(/js$/, ending))
      .find((one) => one !== name && isFile(one, host));
    if (compiled !== undefined) {
      return `. The file is ${path.basename(compiled)}: import it by this name, or use tsx: ${WITH_TSX}`;
    }
    const isThere = ENDINGS.some((ending) => isFile(name + ending, host));
    return isThere ? `. Add the ending of the file to the import, or use tsx: ${WITH_TSX}` : '';
  }
  for (const folder of withParents(path.dirname(file))) {
    const text = readTrimmed(host, path.join(folder, 'tsconfig.json'));
    if (text.includes('"paths"') && text.includes(`"${name.split('/')[0]}`)) {
      return `. Node.js ignores "paths" in tsconfig.json. Use "imports" in package.json, or tsx: ${WITH_TSX}`;
    }
    if (text !== '') return '';
  }
  return '';
}

module.exports = { hintOfLoading, compilesTypeScript, nodeHere, chooseNodeOptions, nodeOptionsHere };
