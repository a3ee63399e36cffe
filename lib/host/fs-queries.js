'use strict';

/* Queries that return null, false or '' instead of throwing. host: lib/host/host.js, or a fake. */

/** The result of a probe, null if it throws. */
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

/** The text of a file without the space around it, '' if it cannot be read. */
const readTrimmed = (host, file) => orNull(() => host.readText(file).trim()) || '';

/** Whether there is an executable file. */
const isProgram = (file, host) => isFile(file, host) && isExecutable(file, host);

module.exports = { orNull, readTrimmed, statOf, isFile, isFolder, isExecutable, isProgram };
