'use strict';

/* The benchmark/ tree of a checkout of Node.js, and what core's run.js finds in it. */

const fs = require('fs');
const path = require('path');

const COMMON = path.join(__dirname, '..', 'common.js');

/** A checkout that shares all with another but benchmark/ and test/, of which it has its own. */
function copyTree(checkout, tree) {
  fs.rmSync(tree, { recursive: true, force: true });
  fs.mkdirSync(tree, { recursive: true });
  for (const name of fs.readdirSync(checkout)) {
    const [from, to] = [checkout, tree].map((folder) => path.join(folder, name));
    if (name === 'benchmark' || name === 'test') fs.cpSync(from, to, { recursive: true });
    else if (name !== '.git') fs.symlinkSync(from, to);
  }
}

/** Its benchmarks load ours in place of core's. */
function useOurs(tree) {
  fs.writeFileSync(path.join(tree, 'benchmark', 'common.js'),
    `'use strict';\n\nmodule.exports = require(${JSON.stringify(COMMON)});\n`);
}

const isBenchmark = (name) => /\.[cm]?js$/.test(name) && !/(^|\/)[._]/.test(name);

/** All files of the folders beside core's toolkit, and of the folders in these: paths from benchmark/ on. */
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
