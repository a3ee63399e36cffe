'use strict';

/* Saved files and temporary files. On Linux, temporary files have no name, and so leave nothing behind. */

const { demand, orNull } = require('./fs-queries');

const O_TMPFILE = 0o20000000; // Linux only. Node has no constant for it

/** Leaves no file if writing fails. Throws if the file exists. */
function writeNew(file, text, mode, host) {
  const fd = host.openFile(file, 'wx', mode);
  try {
    try {
      host.writeText(fd, text);
    } finally {
      // Network file systems report a full disk only on close.
      host.closeFile(fd);
    }
  } catch (error) {
    orNull(() => host.removeFile(file));
    throw error;
  }
}

/** Path by which other processes can open a file while this process has it open. */
const numbered = (fd) => `/proc/${process.pid}/fd/${fd}`;

/** Descriptor of a file without a name, which is gone once all processes have closed it; null if unsupported. */
function openUnnamed(fs, folder) {
  if (process.platform !== 'linux') return null;
  const fd = orNull(() => fs.openSync(folder, O_TMPFILE | fs.constants.O_DIRECTORY | fs.constants.O_RDWR, 0o600));
  if (fd === null || fs.existsSync(numbered(fd))) return fd;
  fs.closeSync(fd);
  return null;
}

/** Returns { path, remove() }; remove() never throws. */
function writeTemporaryFile(name, text, host) {
  const fs = require('fs');
  const folder = require('os').tmpdir();
  demand('write', folder);
  const named = require('path').join(folder, name);
  const unnamed = openUnnamed(fs, folder);
  // wx: does not follow a link of another user
  const fd = unnamed === null ? fs.openSync(named, 'wx+', 0o600) : unnamed;
  const remove = () => {
    fs.closeSync(fd);
    if (unnamed === null) orNull(() => host.removeFile(named));
  };
  try {
    fs.writeFileSync(fd, text);
  } catch (error) {
    remove();
    throw Object.assign(error, { path: named });
  }
  return { path: unnamed === null ? named : numbered(unnamed), remove };
}

module.exports = { writeNew, writeTemporaryFile };
