'use strict';

/* What stands at a path: none of these throws. host: lib/host/host.js, or what stands in for it. */

/** A probe that answers null where it throws. */
function orNull(probe) {
  try {
    return probe();
  } catch (_) {
    return null;
  }
}

const statOf = (file, host) => orNull(() => host.stat(file));
const isFile = (file, host) => Boolean(orNull(() => host.stat(file).isFile()));
const isFolder = (file, host) => Boolean(orNull(() => host.stat(file).isDirectory()));
const isExecutable = (file, host) => orNull(() => [host.checkAccess(file, 'execute')]) !== null;

/** The text of a file without the space around it, '' where it cannot be read. */
const readTrimmed = (host, path) => orNull(() => host.readText(path).trim()) || '';

/** Whether there is a file that may be executed. */
const isProgram = (file, host) => isFile(file, host) && isExecutable(file, host);

module.exports = { orNull, readTrimmed, statOf, isFile, isFolder, isExecutable, isProgram };
