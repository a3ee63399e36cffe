'use strict';

/* The name of a benchmark file in results: 'buffers/x.js' in each current folder, so that results can be matched. */

const { statOf } = require('../host/fs-queries');
const { pathsOf, pathWithin, withSlashes } = require('../host/paths');

/** The nearest folder above that has a common.js, as the root of a tree of benchmarks does. */
function rootOf(file, host) {
  const { dirname, join } = pathsOf(host);
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (statOf(join(folder, 'common.js'), host)) return folder;
    if (['package.json', '.git'].some((name) => statOf(join(folder, name), host))) return null;
  }
  return null;
}

/**
 * From the folder of the nearest common.js above, unless a package begins before; else from the current folder; outside
 * of that, the file and its folder. With /. cwd: null if the current folder is gone.
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
