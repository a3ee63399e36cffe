'use strict';

/*
 * The test that is under way, in eight bytes of a file: a process that is killed cannot report it. A message for each
 * slice would wake the command 2000 times a second; writing to the file takes a microsecond, which is not timed.
 */

const { openSync, rmSync, writeSync } = require('fs');

// Captured before a test can replace it.
const { apply } = Reflect;

const BYTES = 8;

/**
 * In the command, for one process.
 *
 * @returns {{ path: string|null, read: function() }} path: null if no file can be written. read(), called once after
 *   the end of that process: the test { position (of its suite), index }, or null
 */
function createUnderWay(host, name) {
  let file = null;
  let fd = null;
  let latest = null;
  try {
    file = host.writeTemporary(name, '');
    fd = host.openFile(file.path, 'r');
  } catch (_) {
    // Then the test is not named.
  }
  return {
    path: file && file.path,
    read() {
      if (file !== null) file.remove();
      if (fd === null) return null;
      host.eachChunk(fd, BYTES, (bytes) => {
        if (bytes.length === BYTES) latest = { position: bytes.readInt32LE(0), index: bytes.readInt32LE(4) };
      });
      host.closeFile(fd);
      return latest;
    },
  };
}

/**
 * In the process that measures.
 *
 * @param {string|null} path of the file, which is removed
 * @returns {function(number, number)} to be called before each step of a test, with its suite and its index
 */
function openUnderWay(path) {
  let fd = null;
  try {
    if (path !== null) {
      fd = openSync(path, 'r+');
      rmSync(path);
    }
  } catch (_) {
    // It has none any more, or somebody was faster.
  }
  const view = new DataView(new ArrayBuffer(BYTES));
  const bytes = new Uint8Array(view.buffer);
  const set = view.setInt32;
  let latestPosition = -1;
  let latestIndex = -1;
  return (position, index) => {
    if (fd === null || (position === latestPosition && index === latestIndex)) return;
    latestPosition = position;
    latestIndex = index;
    apply(set, view, [0, position, true]);
    apply(set, view, [4, index, true]);
    try {
      writeSync(fd, bytes, 0, BYTES, 0);
    } catch (_) {
      fd = null;
    }
  };
}

module.exports = { createUnderWay, openUnderWay };
