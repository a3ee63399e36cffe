'use strict';

/*
 * Bundles the sources of pages into public/qtimeit.browser.mjs: esbuild joins them, and terser makes the result 4 %
 * smaller than esbuild alone.
 *
 *   node tools/bundle.js          writes the file
 *   node tools/bundle.js --check  exits with 1 if the file is out of date
 */

const fs = require('fs');
const path = require('path');
const { gzipSync } = require('zlib');
const { asModules } = require('./as-modules');

const ROOT = path.join(__dirname, '..');
const NAME = 'public/qtimeit.browser.mjs';
const FILE = path.join(ROOT, NAME);
// Gzipped: measuring takes 13 kB, summaries 11, reports 10, suites and settings 5; all texts together 4.
const MOST_BYTES = 71e3;

const ENTRY = `
  import { createPage } from './lib/page.js';
  import { version } from './package.json';
  export const timeit = createPage(version);
  export const { bench, fptime, keep, blackBox, sysinfo, describeWarning } = timeit;
  export default timeit;
`;

// Pages have no processes, so no test in them has counts: the words about these are left out.
const WITHOUT_COUNTS = {
  name: 'without-counts',
  setup(build) {
    build.onResolve({ filter: /\/count-notes$/ }, ({ path: name }) => ({ path: name, namespace: 'without-counts' }));
    build.onLoad({ filter: /./, namespace: 'without-counts' }, () => ({ contents: 'export {};' }));
  },
};

// Functions are not inlined: neither the functions that loops call, nor those that all tests share. The order of
// operations between two readings of the clock stays.
const KEPT = { inline: false, reduce_funcs: false, collapse_vars: false };

/** @returns {Promise<string>} the module; imports of Node.js modules are errors */
async function bundle() {
  // Loaded here, because reading the constants needs no bundler.
  const { build } = require('esbuild');
  const { minify: shorten } = require('terser');
  const { license, version } = require('../package.json');
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents: ENTRY, resolveDir: ROOT }, absWorkingDir: ROOT,
    bundle: true, write: false, minifySyntax: true, format: 'esm', platform: 'browser',
    conditions: ['browser', 'page', 'alone'],
    target: 'es2022', charset: 'utf8', logLevel: 'silent', plugins: [WITHOUT_COUNTS, asModules(path.join(ROOT, 'lib'))],
  });
  const { code } = await shorten(text, {
    module: true, ecma: 2020, compress: KEPT,
    format: { preamble: `/* qtimeit ${version} (${license}), built from its sources by tools/bundle.js */` },
  });
  return `${code}\n`;
}

async function main(option) {
  let text;
  try {
    text = await bundle();
  } catch (error) {
    console.error(`bundle: ${error.message}`);
    return 1;
  }
  const bytes = gzipSync(text, { level: 9 }).length;
  if (option === '--check') {
    const isCurrent = fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === text;
    if (!isCurrent) console.error(`bundle: ${NAME} is not what the sources give; run node tools/bundle.js`);
    if (!isCurrent) return 1;
  } else {
    fs.writeFileSync(FILE, text);
  }
  console.log(`${NAME}: ${text.length} bytes, ${bytes} gzipped`);
  if (bytes <= MOST_BYTES) return 0;
  console.error(`bundle: that is more than ${MOST_BYTES}`);
  return 1;
}

if (require.main === module) main(process.argv[2]).then((code) => { process.exitCode = code; });

module.exports = { bundle, FILE, MOST_BYTES };
