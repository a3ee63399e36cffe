'use strict';

/* A browser as one of the engines that a suite is measured on, as compare/sides.js has the others. */

const { BROWSERS } = require('./programs');
const { findBrowser } = require('./find');
const { isCommonJs } = require('./imports');
const { startBrowser } = require('./launch');
const { createPageRunner } = require('./runner');
const { openServer } = require('./server');
const { createTree } = require('./tree');
const { isTypeScript } = require('../text/code-names');

/**
 * @param {string} given name or path
 * @param {object} deps { host, clock, cwd, version }
 * @returns {object} as those of compare/sides.js; runnerOf(file, shown, options) makes what measures its tests
 * @throws {UsageError} where it is not there
 */
function browserSide(given, deps) {
  const { host, clock, cwd } = deps;
  const { kind, title, file, version } = findBrowser(given, deps);
  const label = version === null ? kind : `${kind} ${version}`;
  let opening = null;
  let isRemoved = false;
  const browser = {
    title, version, install: BROWSERS[kind].install,
    // One for all its pages, each of which has an address of its own.
    server() {
      if (opening === null) opening = openServer();
      return opening;
    },
    open: (address) => startBrowser({ kind, file }, address, { host, clock }),
  };
  const trees = new Map();

  function treeOf(path) {
    if (!trees.has(path)) trees.set(path, createTree(path, host));
    return trees.get(path);
  }

  return {
    label, source: `${given} (${label})`, isBrowser: true, cwd,
    runnerOf(path, shown, { filter = [], exclude = [] }) {
      const isTyped = isTypeScript(path);
      const suite = {
        get tree() { return treeOf(path); }, isTypeScript: isTyped,
        isCommonJs: !isTyped && isCommonJs(path, host.readText(path), host),
      };
      return createPageRunner(browser, suite, { file: shown, filter, exclude, overrides: {} }, deps);
    },
    remove() {
      if (isRemoved || opening === null) return;
      isRemoved = true;
      opening.then((server) => server.close(), () => {});
    },
  };
}

module.exports = { browserSide };
