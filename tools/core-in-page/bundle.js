'use strict';

/* Bundles tests into one script for a page, with their sources, in the same way as qtimeit.browser.mjs. */

const fs = require('fs');
const path = require('path');
const { builtinModules } = require('module');

const ROOT = path.join(__dirname, '..', '..');
const SURROUNDINGS = path.join(__dirname, 'surroundings.mjs');
const NODE = 'module of Node';

const inPage = {
  name: 'in a page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:\.\.\/\.\.|\.\.\/\.\.\/qtimeit)$/ }, () => ({ path: path.join(__dirname, 'face.js') }));
    onResolve({ filter: /^[a-z:_0-9/]+$/ }, ({ path: name, importer }) => {
      // Builds of packages for browsers do not need it.
      const isBuiltin = /^(?:node|bun):/.test(name) || builtinModules.includes(name);
      return isBuiltin && !importer.includes('node_modules') ? { path: name, namespace: NODE } : undefined;
    });
    onLoad({ filter: /./, namespace: NODE }, ({ path: name }) => ({
      contents: `module.exports = require(${JSON.stringify(SURROUNDINGS)}).moduleOf('${name}');`, resolveDir: ROOT,
    }));
    // Comments are not bundled.
    onLoad({ filter: /\.test\.js$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, 'utf8').replace(/this\.skip\(\); \/\/ (.+)/g,
        (_, reason) => `this.skip(${JSON.stringify(reason)});`),
    }));
  },
};

/**
 * @param {string[]} files of tests, from the root of the package
 * @returns {Promise<string>} a script for a page that has mocha
 */
async function bundleTests(files) {
  // Loaded here, because only `npm ci` in tools/ installs it.
  const { build } = require('esbuild');
  const loads = files.map((file) => `testFile('${file}', () => require('./${file}'));`);
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: ['require("./tools/core-in-page/page.mjs");', ...loads].join('\n'), resolveDir: ROOT },
    absWorkingDir: ROOT, bundle: true, write: false, format: 'iife', platform: 'browser', conditions: ['browser'],
    target: 'es2022', charset: 'utf8', logLevel: 'silent', inject: [SURROUNDINGS], plugins: [inPage],
  });
  return text;
}

module.exports = { bundleTests };
