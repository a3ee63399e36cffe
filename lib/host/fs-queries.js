'use strict';

/* File queries that return null, false or '' instead of throwing. */

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

/** '' if the file cannot be read */
const readTrimmed = (host, file) => orNull(() => host.readText(file).trim()) || '';

const isProgram = (file, host) => isFile(file, host) && isExecutable(file, host);

module.exports = { orNull, readTrimmed, statOf, isFile, isFolder, isExecutable, isProgram };
