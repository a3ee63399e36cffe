'use strict';

/* Loaded first in processes of a measured command: appends processor time (us) and peak memory (KiB) at exit. */

const { appendFileSync, readFileSync } = require('fs');
const { isMainThread } = require('worker_threads');

/** On Linux, maxRSS includes the memory of the process that started this one. */
function peakOf({ maxRSS }) {
  try {
    return /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch (_) {
    return maxRSS;
  }
}

if (isMainThread) {
  const { QTIMEIT_USAGE: log } = process.env;
  process.on('exit', () => {
    const usage = process.resourceUsage();
    try {
      appendFileSync(log, `node ${usage.userCPUTime} ${usage.systemCPUTime} ${peakOf(usage)}\n`);
    } catch (_) {
      // The command runs on another file system, or may not write.
    }
  });
}
