'use strict';

/*
 * A build of a module in the place of the package that a suite imports: a folder that is found under the name of the
 * package that the suite belongs to, and under those that the builds themselves have in their package.json.
 */

const { fileInPackage, nameAbove, partsOf } = require('./package-entry');
const { pathWithin } = require('../host/paths');

// A folder of compiled modules seldom has a package.json.
const INDEX = ['index.mjs', 'index'];

/**
 * @typedef {object} Build
 * @property {string} folder absolute, without links
 * @property {string[]} names that the builds of all sides have
 */

/** By which names a suite can import a build. */
const buildNames = (suite, names, host) => [...new Set([nameAbove(suite, host), ...names])].filter(Boolean);

const isInstalled = (file) => /[/\\]node_modules[/\\]/.test(file);

/**
 * @param {Build} build
 * @param {{ suite: string, root: string }} served the file, and the folder that a page has anyway
 * @param {import('../host/host')} host
 * @returns {function(string, string, { isRequired?: boolean }=): object|null} as packageEntry(), given a name and who
 *   imports it; null for what is no name of the build, or is asked for by another package, which keeps its own
 */
function createBuildEntry({ folder, names }, { suite, root }, host) {
  const known = buildNames(suite, names, host);
  const within = pathWithin(root, folder);
  // There what it imports beside itself is found, too; names with a dot nobody gets from there.
  const isServed = within !== null && !/(?:^|\/)\./.test(within);
  return (name, file, { isRequired = false } = {}) => {
    const [own, subpath] = partsOf(name);
    if (!known.includes(own) || (isInstalled(file) && pathWithin(folder, file) === null)) return null;
    return {
      isBuild: true, folder: isServed ? null : folder,
      file: fileInPackage(folder, subpath, host, { isRequired, index: INDEX }),
    };
  };
}

module.exports = { buildNames, createBuildEntry };
