'use strict';

const fs = require('fs');

/** Whether a process runs; one that has ended may wait for somebody to ask for its exit code. */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (_) {
    return false;
  }
}

module.exports = { isThere };
