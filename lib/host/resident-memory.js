'use strict';

/* The resident memory of this process. Linux keeps an account of its peak, other systems have no such files. */

const { readFileSync, writeFileSync } = require('fs');

// Captured at load: a contender may replace it.
const { rss } = process.memoryUsage;

const PEAK = /^VmHWM:\s+(\d+) kB$/m;

/** Sets the kernel's account of the peak back to what is resident now; throws where there is none. */
function resetPeak() {
  writeFileSync('/proc/self/clear_refs', '5');
}

/** @returns {number|null} since then; throws, or null, where there is no account */
function peakKb() {
  const found = PEAK.exec(readFileSync('/proc/self/status', 'latin1'));
  return found && +found[1];
}

module.exports = { rss, resetPeak, peakKb };
