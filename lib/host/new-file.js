'use strict';

/* New files: saved ones, and temporary ones, which need no name on Linux, so that nothing is left of them. */

const { demand } = require('./permission');

// Of Linux. Node has no constant for it.
const O_TMPFILE = 0o20000000;

/**
 * Leaves no file if writing fails.
 *
 * @param {string} file
 * @param {string|Buffer|Iterable<string|Buffer>} text or its parts
 * @param {number} mode permission bits
 * @param {import('./host')} host
 * @throws if it exists, too
 */
function writeNew(file, text, mode, host) {
  const fd = host.openFile(file, 'wx', mode);
  try {
    try {
      host.writeText(fd, text);
    } finally {
      // Over a network only closing reports a full disk.
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
    // The error before this one is reported.
  }
}

/** The path by which other processes can open a file while this process has it open. */
const numbered = (fd) => `/proc/${process.pid}/fd/${fd}`;

/** A descriptor of a file without a name, which is gone once all processes have closed it; null if unsupported. */
function openUnnamed(fs, folder) {
  if (process.platform !== 'linux') return null;
  let fd;
  try {
    fd = fs.openSync(folder, O_TMPFILE | fs.constants.O_DIRECTORY | fs.constants.O_RDWR, 0o600);
  } catch (_) {
    return null;
  }
  if (fs.existsSync(numbered(fd))) return fd;
  fs.closeSync(fd);
  return null;
}

/** @returns {{ fd: number, path: string, remove: function() }} path: for other processes */
function openTemporary(name) {
  const fs = require('fs');
  const folder = require('os').tmpdir();
  demand('write', folder);
  const unnamed = openUnnamed(fs, folder);
  if (unnamed !== null) {
    return { fd: unnamed, path: numbered(unnamed), remove: () => fs.closeSync(unnamed) };
  }
  const path = require('path').join(folder, name);
  // wx: not through a link of another user
  const fd = fs.openSync(path, 'wx+', 0o600);
  const remove = () => {
    fs.closeSync(fd);
    fs.rmSync(path, { force: true });
  };
  return { fd, path, remove };
}

/** See host.js. */
function writeTemporary(name, text) {
  const { fd, path, remove } = openTemporary(name);
  try {
    require('fs').writeFileSync(fd, text);
  } catch (error) {
    remove();
    throw Object.assign(error, { path: require('path').join(require('os').tmpdir(), name) });
  }
  return { path, remove };
}

module.exports = { removeQuietly, writeNew, writeTemporary };
