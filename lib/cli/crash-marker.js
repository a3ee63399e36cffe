'use strict';

/* A file names the running test, in case the process is killed: 1 us outside the timed code, no message per slice. */

const { openSync, unlinkSync, writeSync } = require('fs');
const { orNull } = require('../base/host/fs-queries');

const BYTES = 8;

/** One per process. Call read() once, after that has ended: { position (of the suite), index } of a test, or null. */
function createUnderWay(host, name) {
  // Without a file, the report does not name the test.
  const file = orNull(() => host.writeTemporary(name, ''));
  const fd = file && orNull(() => host.openFile(file.path, 'r'));
  return {
    path: file && file.path,
    read() {
      const bytes = fd === null ? [] : orNull(() => host.readBytes(fd, BYTES)) || [];
      // First: Windows denies access to an open file that the other process has removed.
      if (fd !== null) host.closeFile(fd);
      if (file !== null) file.remove();
      if (bytes.length < BYTES) return null;
      const [position, index] = new Int32Array(Uint8Array.from(bytes).buffer);
      return { position, index };
    },
  };
}

/** For the measuring process: removes the file. Call the result before each step, with positions of suite and test. */
function openUnderWay(path) {
  let fd = path && orNull(() => openSync(path, 'r+'));
  if (fd !== null) orNull(() => unlinkSync(path));
  const latest = new Int32Array([-1, -1]);
  const bytes = new Uint8Array(latest.buffer);
  return (position, index) => {
    if (fd === null || (position === latest[0] && index === latest[1])) return;
    latest[0] = position;
    latest[1] = index;
    try {
      writeSync(fd, bytes, 0, BYTES, 0);
    } catch (_) {
      fd = null;
    }
  };
}

module.exports = { createUnderWay, openUnderWay };
