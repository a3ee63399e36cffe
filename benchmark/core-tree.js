'use strict';

/* The benchmark/ tree of a checkout of Node.js, and the files in it that core's run.js runs. */

const fs = require('fs');
const path = require('path');

const COMMON = path.join(__dirname, '..', 'public', 'common.js');

/** Copies benchmark/ and test/ of a checkout, and links everything else. */
function copyTree(checkout, tree) {
  fs.rmSync(tree, { recursive: true, force: true });
  fs.mkdirSync(tree, { recursive: true });
  for (const name of fs.readdirSync(checkout)) {
    const [from, to] = [checkout, tree].map((folder) => path.join(folder, name));
    if (name === 'benchmark' || name === 'test') fs.cpSync(from, to, { recursive: true });
    else if (name !== '.git') fs.symlinkSync(from, to);
  }
}

/** Makes the benchmarks load qtimeit's common.js instead of core's. */
function useOurs(tree) {
  fs.writeFileSync(path.join(tree, 'benchmark', 'common.js'),
    `'use strict';\n\nmodule.exports = require(${JSON.stringify(COMMON)});\n`);
}

const isBenchmark = (name) => /\.[cm]?js$/.test(name) && !/(^|\/)[._]/.test(name);

/** Paths of all benchmarks in folders of benchmark/ and their subfolders, relative to benchmark/. */
function filesOf(tree) {
  const root = path.join(tree, 'benchmark');
  const entriesOf = (folder) => fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  const inFolder = (folder) => entriesOf(folder).flatMap((entry) => (entry.isDirectory()
    ? entriesOf(path.join(folder, entry.name)).map(({ name }) => `${entry.name}/${name}`) : [entry.name]));
  const folders = entriesOf('').filter((entry) => entry.isDirectory() && entry.name !== 'fixtures');
  return folders.map(({ name }) => name).sort()
    .flatMap((folder) => inFolder(folder).filter(isBenchmark).sort().map((name) => `${folder}/${name}`));
}

module.exports = { copyTree, useOurs, filesOf };
