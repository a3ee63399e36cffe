'use strict';

/*
 * Figures of this process that the kernel keeps, processes and threads that a test starts, and the mark that separates
 * parts of a count.
 */

const { readFileSync, writeFileSync } = require('fs');
const { getPriority } = require('os');
const { permits } = require('#engine');

// Once, because it is checked often.
const mayRead = permits('read', '/proc');

// Captured at load, because a measured test may replace them.
const { on, removeListener } = process;
const { rss } = process.memoryUsage;

// Field of /proc/self/stat: page faults of ended children that were waited for. The second field is the name of the
// program in parentheses, which may hold anything; the index counts from the field after it.
const PAGES_OF_CHILDREN = 11 - 3;

const PEAK = /^VmHWM:\s+(\d+) kB$/m;

// Valgrind separates the parts of a count at a function of the executable that hardly anything else calls. The call
// takes about 1000 instructions.
const MARK_FUNCTION = 'uv_os_getpriority';

const mark = () => { getPriority(); };

/** NaN if unknown. */
function pagesOfChildren() {
  if (!mayRead) return NaN;
  try {
    const text = readFileSync('/proc/self/stat', 'latin1');
    return +text.slice(text.lastIndexOf(')') + 2).split(' ')[PAGES_OF_CHILDREN];
  } catch (_) {
    return NaN;
  }
}

/** @returns {{ found: function(): { threads: number, hasProcesses: boolean } }} started since; found(): called once */
function watchHelpers() {
  const pages = pagesOfChildren();
  let threads = 0;
  const count = () => { threads++; };
  on.call(process, 'worker', count);
  return {
    found() {
      removeListener.call(process, 'worker', count);
      return { threads, hasProcesses: pagesOfChildren() > pages };
    },
  };
}

/** Resets the peak of the resident memory, on Linux; throws on other systems. */
function resetPeak() {
  writeFileSync('/proc/self/clear_refs', '5');
}

/** The peak since then; throws, or null, on other systems. */
function peakKb() {
  const found = PEAK.exec(readFileSync('/proc/self/status', 'latin1'));
  return found && +found[1];
}

module.exports = { watchHelpers, rss, resetPeak, peakKb, mark, MARK_FUNCTION };
