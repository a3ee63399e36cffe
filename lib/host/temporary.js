'use strict';

/*
 * Files in the folder for temporary ones. Where the system can have it so, they never have a name: whatever ends the
 * process, nothing is left.
 */

const { demand } = require('./permission');

// Linux's own, which Node has no name for.
const O_TMPFILE = 0o20000000;

/** Where it has a name. */
const pathOf = (name) => require('path').join(require('os').tmpdir(), name);

/** By which other processes can open what this one has open, for as long. */
const numbered = (fd) => `/proc/${process.pid}/fd/${fd}`;

/** Without a name from the beginning on; null where the system has none. */
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

/** @returns {{ fd: number, path: string, remove: function() }} path: by which others can open it */
function openTemporary(name) {
  const fs = require('fs');
  const folder = require('os').tmpdir();
  demand('write', folder);
  const unnamed = openUnnamed(fs, folder);
  if (unnamed !== null) {
    return { fd: unnamed, path: numbered(unnamed), remove: () => fs.closeSync(unnamed) };
  }
  const path = pathOf(name);
  // wx: not through a link that somebody else has put there
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
    throw Object.assign(error, { path: pathOf(name) });
  }
  return { path, remove };
}

module.exports = { writeTemporary };
