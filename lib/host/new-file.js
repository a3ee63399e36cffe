'use strict';

/* Files that were not there before. */

/**
 * A file with this text, or these bytes; none where that fails.
 *
 * @param {string} file
 * @param {string|Buffer|Iterable<string|Buffer>} text or its parts
 * @param {number} mode who may read and write it
 * @param {import('./host')} host
 * @throws what opening and writing throw, also where there is one
 */
function writeNew(file, text, mode, host) {
  const fd = host.openFile(file, 'wx', mode);
  try {
    try {
      host.writeText(fd, text);
    } finally {
      // Over a network it is now that a disk turns out to be full.
      host.closeFile(fd);
    }
  } catch (error) {
    removeQuietly(file, host);
    throw error;
  }
}

function removeQuietly(file, host) {
  try {
    host.removeFile(file);
  } catch (_) {
    // The error that led here tells more.
  }
}

module.exports = { removeQuietly, writeNew };
