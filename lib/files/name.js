'use strict';

/*
 * What a benchmark file is called in results: 'buffers/x.js', the same wherever it is run from, so that results can be
 * matched.
 */

const path = require('path');
const { statOf } = require('../host/at-path');

/** The nearest folder above that has a common.js, as the root of a tree of benchmarks does. */
function rootOf(file, host) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (statOf(path.join(folder, 'common.js'), host)) return folder;
    if (['package.json', '.git'].some((name) => statOf(path.join(folder, name), host))) return null;
  }
  return null;
}

/**
 * @param {string} file absolute path
 * @param {object} deps { host, cwd } cwd: null where the current folder is gone
 * @returns {string} from the folder of the nearest common.js above; where a package begins first, or there is none,
 *   from the current folder; outside of that the file and its folder. With /
 */
function nameOf(file, { host, cwd }) {
  const root = rootOf(file, host);
  const folder = root || cwd;
  const short = folder === null ? '' : path.relative(folder, file);
  const isInside = short !== '' && !/^\.\.([\\/]|$)/.test(short) && !path.isAbsolute(short);
  return (isInside ? short : path.join(path.basename(path.dirname(file)), path.basename(file))).replace(/\\/g, '/');
}

module.exports = { nameOf };
