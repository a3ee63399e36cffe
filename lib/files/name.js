'use strict';

/* Names benchmark files ('buffers/x.js') independently of the current folder, so that results can be matched. */

const { statOf } = require('../host/fs-queries');
const { pathsOf, pathWithin, withSlashes } = require('../host/paths');

/** The nearest ancestor with a common.js, which marks the root of a tree of benchmarks. */
function rootOf(file, host) {
  const { dirname, join } = pathsOf(host);
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (statOf(join(folder, 'common.js'), host)) return folder;
    if (['package.json', '.git'].some((name) => statOf(join(folder, name), host))) return null;
  }
  return null;
}

/**
 * Relative to the folder of the nearest common.js in the package, else to the current folder (null if it is gone).
 * Outside of that folder: the file and its parent folder. Separated by slashes.
 */
function nameOf(file, { host, cwd }) {
  const root = rootOf(file, host);
  const folder = root || cwd;
  const paths = pathsOf(host);
  const { basename, dirname, join } = paths;
  const short = folder === null ? null : pathWithin(folder, file, paths);
  return short || withSlashes(join(basename(dirname(file)), basename(file)), paths);
}

module.exports = { nameOf };
